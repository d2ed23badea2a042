"""The ONNX files, a card beside each, and one loader."""
