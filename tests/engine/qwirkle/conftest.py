import pytest

from engine.qwirkle import generator, weighing
from engine.qwirkle.scales import Machine


@pytest.fixture(scope="session")
def compiled_search() -> object:
    """The compiled search, as `warm` finds it; other tests keep what they had."""
    before = generator._compiled
    generator.warm()
    compiled, generator._compiled = generator._compiled, before
    return compiled


@pytest.fixture(scope="session")
def compiled_machine() -> Machine:
    """What looks ahead, compiled; other tests keep what they had."""
    before = weighing._machine
    weighing.warm()
    compiled, weighing._machine = weighing._machine, before
    assert compiled is not None
    return compiled


@pytest.fixture(params=["python", "compiled"])
def search_kind(request: pytest.FixtureRequest, compiled_search: object, monkeypatch: pytest.MonkeyPatch) -> str:
    """Runs a test with the search as Python and with the compiled one."""
    monkeypatch.setattr(generator, "_compiled", None if request.param == "python" else compiled_search)
    return str(request.param)
