/** The chosen photo as a picture that the page can draw on: upright, and no larger than a screen needs. */

const LONGEST = 2400;

/** The picture of a photo, or null where the browser can't decode it (HEIC, mostly). */
export async function previewOf(photo) {
  try {
    const bitmap = await createImageBitmap(photo);
    const scale = Math.min(1, LONGEST / Math.max(bitmap.width, bitmap.height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.round(bitmap.width * scale));
    canvas.height = Math.max(1, Math.round(bitmap.height * scale));
    canvas.getContext("2d").drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    bitmap.close();
    const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.9));
    return blob && { url: URL.createObjectURL(blob), ratio: canvas.width / canvas.height };
  } catch {
    return null;
  }
}
