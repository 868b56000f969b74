"""Other packages' interfaces with their own numbers, so that one import line is all that changes.

| instead of | write |
| --- | --- |
| `from rouge_score import rouge_scorer, scoring` | `from sumscope.compat.rouge_score import ...` |
| `import evaluate` | `from sumscope.compat import evaluate` |
| `from torchmetrics.text import ROUGEScore` | `from sumscope.compat.torchmetrics import ...` |
| `from pyrouge import Rouge155` | `from sumscope.compat.pyrouge import Rouge155` |

Errors are those of the packages (ValueError, TypeError), not SumscopeError.
"""
