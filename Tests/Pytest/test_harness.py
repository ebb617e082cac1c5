"""The files that drive tests beside their own."""
import pytest

from pytest_rehearse import harness


@pytest.fixture
def helpers(tmp_path):
    """Those of a file, in a folder with these files."""
    def found(test, paths=(), **files):
        for name, text in {test: "", **files}.items():
            file = tmp_path / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
        return harness.helpers([tmp_path / test], tmp_path, [tmp_path / path for path in paths])
    return found


def test_each_conftest_from_the_root_to_the_test_is_one_whether_it_is_there_or_not(helpers):
    assert helpers("test_a.py") == ["conftest.py"]
    assert helpers("tests/unit/test_a.py", **{"tests/conftest.py": "", "tests/other/conftest.py": ""}) == [
        "conftest.py", "tests/conftest.py", "tests/unit/conftest.py"]


@pytest.mark.parametrize("line", [
    "import words", "from words import WORDS", "from .words import WORDS", "from . import words",
    "import tests.words as known", "def later():\n    from tests import words", "pytest_plugins = ['tests.words']",
    "pytest_plugins: list[str] = ['tests.words']", "pytest_plugins = []\npytest_plugins += ('tests.words',)",
])
def test_a_module_of_the_tests_folder_is_one_however_it_is_imported(helpers, line):
    files = {"tests/test_a.py": line + "\n", "tests/words.py": "", "tests/unused.py": ""}
    assert helpers("tests/test_a.py", **files) == ["conftest.py", "tests/conftest.py", "tests/words.py"]


def test_what_helpers_and_conftests_import_is_one_too(helpers):
    files = {
        "tests/test_a.py": "import words\n", "tests/words.py": "import data.texts\n", "tests/data/texts.py": "",
        "tests/data/__init__.py": "", "conftest.py": "from tests import shared\n", "tests/shared.py": "import words\n"}
    assert helpers("tests/test_a.py", **files) == [
        "conftest.py", "tests/conftest.py", "tests/data/__init__.py", "tests/data/texts.py", "tests/shared.py",
        "tests/words.py"]


def test_the_app_is_none_also_beside_its_tests(helpers):
    files = {"src/shop/test_a.py": "import shop\nfrom . import order\n", "src/shop/order.py": "", "src/shop.py": ""}
    assert helpers("src/shop/test_a.py", ["src"], **files) == [
        "conftest.py", "src/conftest.py", "src/shop/conftest.py"]


def test_a_folder_of_pythonpath_is_looked_into(helpers):
    files = {"tests/unit/test_a.py": "import words\n", "tests/lib/words.py": ""}
    assert helpers("tests/unit/test_a.py", ["tests/lib"], **files)[-2:] == [
        "tests/lib/words.py", "tests/unit/conftest.py"]


def test_a_file_that_nothing_can_import_is_no_fault(helpers):
    files = {"tests/test_a.py": "def later():\n    import words\n", "tests/words.py": "this is no Python"}
    assert helpers("tests/test_a.py", **files) == ["conftest.py", "tests/conftest.py", "tests/words.py"]
