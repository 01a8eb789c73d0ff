# SPDX-License-Identifier: MIT
"""The Python side of Twintrace: export, AOTInductor, torch.compile variants and the Dynamo audit.

Run as `python -m twintrace_capture`; it speaks capture/protocol/PROTOCOL.md on its standard streams and needs only torch.
"""

PROTOCOL_VERSION = 1
