# Arrows between the files of a crate: python3 notebook/arrows.py ROOT CRATE… prints files, lines, arrows, arrows in circles.
import os,re,sys
def load(src):
    mods={}
    for d,_,fs in os.walk(src):
        for f in fs:
            if not f.endswith('.rs'): continue
            p=os.path.join(d,f); r=os.path.relpath(p,src)[:-3].split('/')
            if r[-1]=='mod' or r==['lib'] or r==['main']: r=r[:-1]
            mods[tuple(r)]=open(p).read()
    return mods
def flat(tree):
    # use tree to list of paths
    tree=tree.strip(); out=[]
    m=re.match(r'^([\w:]*?)(?:::)?\{(.*)\}$',tree,re.S)
    if not m: return [[x for x in re.split(r'\s+as\s+',tree)[0].split('::') if x]]
    pre=[x for x in m.group(1).split('::') if x]; depth=0; cur=''; parts=[]
    for c in m.group(2):
        if c=='{': depth+=1
        if c=='}': depth-=1
        if c==',' and depth==0: parts.append(cur); cur=''
        else: cur+=c
    parts.append(cur)
    for q in parts:
        if q.strip():
            for x in flat(q): out.append(pre+x)
    return out
def strip(t):
    i=t.find('#[cfg(test)]\nmod tests')
    if i>=0: t=t[:i]
    return re.sub(r'//.*','',t)
def run(src):
    mods=load(src); text={k:strip(v) for k,v in mods.items()}
    reex={}
    def absolute(k,p):
        if p[0]=='crate': return p[1:]
        b=list(k)
        if p[0]=='self': return b+p[1:]
        while p and p[0]=='super': b=b[:-1]; p=p[1:]
        return b+p
    uses={k:[] for k in mods}
    for k,t in text.items():
        for m in re.finditer(r'(pub(?:\([a-z ]+\))?\s+)?use\s+([^;]+);',t):
            for p in flat(m.group(2)):
                if not p: continue
                root=p[0] in('crate','self','super')
                if not root and (tuple(k)+(p[0],)) in mods: p=['self']+p; root=True
                if not root: continue
                a=absolute(k,p); uses[k].append(a)
                if m.group(1): reex.setdefault(k,{})[a[-1]]=a
        for m in re.finditer(r'\b(crate|super|self)((?:::\w+)+)',re.sub(r'use\s+[^;]+;','',t)):
            uses[k].append(absolute(k,[m.group(1)]+m.group(2).split('::')[1:]))
    def resolve(a,depth=0):
        k=tuple(a)
        for n in range(len(a),-1,-1):
            if tuple(a[:n]) in mods:
                rest=a[n:]; mod=tuple(a[:n])
                if rest and mod in reex and rest[0] in reex[mod] and depth<8:
                    t=reex[mod][rest[0]]
                    if tuple(t)!=tuple(a): return resolve(t+rest[1:],depth+1)
                return mod
    arrows={k:set() for k in mods}
    for k,us in uses.items():
        for a in us:
            t=resolve(a)
            if t is not None and t!=k and t!=(): arrows[k].add(t)
    n=sum(len(v) for v in arrows.values())
    def reach(s):
        seen=set(); st=list(arrows[s])
        while st:
            x=st.pop()
            if x in seen: continue
            seen.add(x); st+=arrows[x]
        return seen
    R={k:reach(k) for k in mods}
    circ=sum(1 for k in mods for t in arrows[k] if k in R[t])
    up=0
    return len(mods),sum(t.count('\n') for t in mods.values()),n,circ
for c in sys.argv[2:]:
    p=f'{sys.argv[1]}/crates/{c}/src'
    if os.path.isdir(p): print(c,*run(p))
