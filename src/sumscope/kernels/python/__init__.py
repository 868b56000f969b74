"""The readable twins of the kernels: specification, test oracle, and what runs without a compiler.

They are not `kernels.rouge` and so on: that is the kernel as loaded, compiled or not.
"""
