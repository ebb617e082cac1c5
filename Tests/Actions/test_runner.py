"""The runner's own expressions, so that what the action's test says can be believed."""
import unittest

import runner


class ExpressionTests(unittest.TestCase):
    def value(self, text, **names):
        return runner.Expression(text, {key.replace("_", "."): v for key, v in names.items()}).value()

    def test_comparisons_and_their_order(self):
        self.assertTrue(self.value("a.b == 'x' && c.d != 'y' || !e.f", a_b="x", c_d="z", e_f="1"))
        self.assertFalse(self.value("a.b == 'x' && (c.d == 'y' || !e.f)", a_b="x", c_d="z", e_f="1"))

    def test_what_is_not_there_is_empty(self):
        self.assertTrue(self.value("steps.none.outputs.x == ''"))

    def test_texts_hold_quotes(self):
        self.assertEqual(self.value("'it''s'"), "it's")

    def test_what_is_not_known_is_refused(self):
        for text in ("hashFiles('x')", "a == ", "(a", "a b", "1 + 1"):
            with self.assertRaises((runner.Unsupported, IndexError)):
                self.value(text)

    def test_texts_are_filled(self):
        self.assertEqual(runner.filled("k-${{ runner.os }}-${{inputs.x || 'y'}}", {
            "runner.os": "Linux"}), "k-Linux-y")


if __name__ == "__main__":
    unittest.main()
