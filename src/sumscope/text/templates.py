"""What the dependency parser looks at: tokens around a decision, and how they are combined.

A template is a `+` list of atoms. An atom is PLACE.COLUMN, a column of a token: its word (w), fine
tag (f), tag (t) or ending (s); or one of the extras, a count or distance. The weights depend on the
order of everything here: after a change, run `train/train_parser.py`.
"""

from __future__ import annotations

#: The columns of a token that templates name: word, fine tag, tag, ending.
COLUMNS = "wfts"

#: The tokens around a decision on arcs: the top of the stack and below it, the next tokens, their
#: outermost children (l, r; l2, r2 are the second ones), the tokens beside them.
ARC_PLACES = """
s0 s1 s2 b0 b1 b2 b3 s0l s0l2 s0r s0r2 s1l s1r s1r2 b0l b0l2 b0p s0n s0p
"""
#: Distance of s0 and b0, of s1 and s0; numbers of children; kinds of tokens between; stack.
ARC_EXTRAS = "far far1 s0lc s0rc s1lc s1rc b0lc mid mid1 size"
ARC_TEMPLATES = """
s0.w s0.f s0.s s1.w s1.f b0.w b0.f b0.s b1.w b1.f b2.f b3.t s0.w+b0.w s0.w+b0.f s0.f+b0.w
s0.f+b0.f s0.t+b0.t s0.s+b0.t s0.t+b0.s s0.w+b0.t s0.t+b0.w s1.w+s0.w s1.w+s0.f s1.f+s0.w
s1.f+s0.f s1.t+s0.t s1.s+s0.t s1.t+s0.s s1.w+s0.t s1.t+s0.w b0.f+b1.f b0.w+b1.t b0.t+b1.w
b0.t+b1.t+b2.t b0.f+b1.f+b2.t s0.f+b0.f+b1.f s0.t+b0.t+b1.t s0.t+b0.t+b1.t+b2.t s0.w+b0.t+b1.t
s0.t+b0.w+b1.t s0.t+b0.t+b1.w s0.f+b0.f+b1.t+b2.t s1.t+s0.t+b0.t s1.f+s0.f+b0.f s1.w+s0.t+b0.t
s1.t+s0.w+b0.t s1.t+s0.t+b0.w s1.t+s0.t+b0.t+b1.t s1.f+s0.f+b0.t+b1.t s1.f+s0.t+b0.f
s2.t+s1.t+s0.t s2.f+s1.f+s0.f s2.t+s1.t+s0.t+b0.t s1.f+b0.f s2.f+b0.f s0.t+s0l.t+b0.t
s0.f+s0r.f+b0.f s0.t+s0r.t+b0.t s0.f+b0.f+b0l.f s0.t+b0.t+b0l.t s0.f+s0l.f+b0.f s1.t+s1r.t+s0.t
s1.f+s1r.f+s0.f s1.t+s1l.t+s0.t s1.f+s0.f+s0l.f s1.t+s0.t+s0l.t s1.t+s0.t+s0r.t s1.f+s0.f+s0r.f
s1.f+s1l.f+s0.f s0.t+s0l.t+s0l2.t+b0.t s0.t+s0r.t+s0r2.t+b0.t s0.t+b0.t+b0l.t+b0l2.t
s1.t+s1r.t+s1r2.t+s0.t s0.w+s0r.f b0.w+b0l.f s1.w+s1r.f s0.f+s0l.w s0.f+s0r.w b0.f+b0l.w
s1.f+s1r.w s0.f+far b0.f+far s0.f+b0.f+far s0.t+b0.t+far s1.f+s0.f+far1 s1.t+s0.t+far1
s1.w+s0.t+far1 s0.w+b0.t+far s0.t+b0.w+far s0.f+s0rc s0.w+s0rc s0.f+s0lc b0.f+b0lc s1.f+s1rc
s1.w+s1rc s0.f+b0.t+s0rc+b0lc s1.t+s0.t+s1rc+s0lc+s0rc s0.t+b0.t+mid s0.f+b0.f+mid s1.t+s0.t+mid1
s1.f+s0.f+mid1 s0.w+b0.t+mid s0.t+s0n.t+b0p.t+b0.t s0p.t+s0.t+b0p.t+b0.t s0p.t+s0.t+b0.t+b1.t
b0p.f+b0.f s0.t+b0.t+size s1.w+s0.t+s0l.w s1.f+s0.f+s0l.w s0.f+s0l.w+b0.f s1.t+s0.w+s0l.w
s1.f+s1r.t+s0.f+b0.t
"""

#: The tokens around an arc: dependent and head, the head's head, their neighbours (p, n), the
#: dependent's siblings before and after (ps, ns) and children (first, second, last), and the first
#: child of the head.
LABEL_PLACES = "d h g dp dn hp hn ps ns c1 c2 cl h1"
#: Distance and side; the relations of the head and the two siblings before; numbers of children;
#: kinds of tokens between; side; whether the siblings are on the same side of the head.
LABEL_EXTRAS = "far hl pl pl2 nc hc mid side pside nside"
LABEL_TEMPLATES = """
d.w d.f d.s d.w+d.t h.w h.f h.s d.w+h.w d.f+h.f d.w+h.f d.f+h.w d.t+h.t d.t+h.f d.f+h.t d.w+h.t
d.t+h.w d.s+h.s d.t+h.s d.s+h.t d.f+h.f+side d.t+h.t+side d.f+h.f+far d.t+h.t+far d.w+far d.w+side
h.w+side d.f+far h.f+far d.f+h.w+side d.w+h.f+side d.w+h.w+side d.f+h.t+far d.t+h.f+far
d.s+h.f+side d.f+dp.f d.f+dn.f d.t+dp.t+dn.t d.w+dp.w d.w+dn.w h.f+hp.f h.f+hn.f d.f+h.f+hn.f
d.f+h.f+hp.f d.f+h.f+dp.f d.f+h.f+dn.f d.t+c1.w d.f+c1.w d.f+c1.f d.w+c1.w d.t+h.t+c1.w
d.f+h.f+c1.w d.t+h.f+c1.f h.w+c1.w h.w+c1.w+d.t d.f+h.f+c1.f d.f+h.t+c1.w+side d.f+h.f+cl.f
d.f+cl.w d.t+c1.t+c2.t d.f+h.f+c2.f d.t+c1.w+c2.w d.w+h.w+c1.w d.f+h.f+c1.w+c2.w d.f+h.f+ps.f
d.f+h.f+ns.f d.f+h.w+ps.f d.f+h.w+ns.f d.t+h.t+ps.t+ns.t d.f+ps.w d.f+ns.w d.t+h.t+ps.t+pside
d.t+h.t+ns.t+nside d.f+h.f+ps.w d.f+h.f+ns.w d.f+g.f d.f+h.f+g.f d.t+h.t+g.t d.w+h.f+g.f d.f+hl
d.f+h.f+hl d.w+hl d.t+h.t+hl+side d.f+h.f+hl+side h.w+hl+d.t d.f+h.f+pl d.t+h.t+pl d.w+pl
d.f+h.w+pl d.f+h.f+pl+pside d.t+h.t+pl+pside+side pl+pl2+d.t+h.t pl+pl2+d.f+h.f h.f+pl d.f+nc
d.f+h.f+nc d.f+h.f+hc d.t+h.t+nc+hc d.t+h.t+mid d.f+h.f+mid d.f+h.t+mid+side h.f+h1.f+d.f
h.f+h1.w+d.f d.f+h.f+side+c1.w+hl d.f+h.f+far+mid d.f+h.f+side+c1.w+ns.t d.f+h.f+side+ps.t+ns.t
d.s+side+c1.w d.s+c1.w+h.s
"""
