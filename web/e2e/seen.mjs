// Whether a thing on the page is seen as a whole: inside the window, cut by nothing around it, beneath nothing.

/**
 * What hides a part of an element: of a button and its words, of a tab its icon, of anything else its words. Empty when
 * all of it is seen.
 */
export const hiddenParts = (locator) =>
  locator.evaluate((element) => {
    /** A line of text is higher than what is drawn of it, and its box has parts of pixels. */
    const SLACK = 2
    const clipping = /hidden|auto|scroll|clip/
    const called = (node) => node.className?.baseVal ?? (node.className || node.tagName)

    /** Everything around an element that cuts it: an ancestor that is not what it is placed in does not. */
    function clippers(inner, isText) {
      const found = []
      let { position } = getComputedStyle(inner)
      if (isText && clipping.test(getComputedStyle(inner).overflow)) found.push(inner)
      for (let up = inner.parentElement; up && up !== document.documentElement;) {
        const style = getComputedStyle(up)
        const isMoved = ['transform', 'translate', 'scale', 'rotate', 'filter'].some(
          (name) => style[name] !== 'none',
        )
        const isWhole = isMoved || /paint|layout|strict|content/.test(style.contain)
        const isSkipped =
          (position === 'fixed' && !isWhole) ||
          (position === 'absolute' && !isWhole && style.position === 'static')
        if (!isSkipped) {
          // What the body cuts, the window cuts.
          if (up !== document.body && clipping.test(style.overflow)) found.push(up)
          position = style.position
        }
        up = up.parentElement
      }
      return found
    }

    /** The part of the window that is left inside of all these. */
    function leftBy(all) {
      const room = { left: 0, top: 0, right: innerWidth, bottom: innerHeight, by: 'the window' }
      const rooms = all.map((each) => {
        const { left, top } = each.getBoundingClientRect()
        const { overflowX, overflowY } = getComputedStyle(each)
        const [x, y] = [left + each.clientLeft, top + each.clientTop]
        return {
          left: clipping.test(overflowX) ? x : -Infinity,
          right: clipping.test(overflowX) ? x + each.clientWidth : Infinity,
          top: clipping.test(overflowY) ? y : -Infinity,
          bottom: clipping.test(overflowY) ? y + each.clientHeight : Infinity,
          by: called(each),
        }
      })
      return [room, ...rooms]
    }

    /** Whether the round corners of an element leave a point out. */
    function isRoundedOff(each, x, y) {
      const box = each.getBoundingClientRect()
      const style = getComputedStyle(each)
      return ['TopLeft', 'TopRight', 'BottomLeft', 'BottomRight'].some((corner) => {
        const written = style[`border${corner}Radius`].split(' ')
        const [rx, ry] = [written[0], written[1] ?? written[0]].map((text, i) => {
          const side = i === 0 ? box.width : box.height
          const n = parseFloat(text) * (text.endsWith('%') ? side / 100 : 1)
          return Math.min(n, side / 2)
        })
        const fromX = corner.endsWith('Left') ? x - box.left : box.right - x
        const fromY = corner.startsWith('Top') ? y - box.top : box.bottom - y
        if (!(fromX < rx && fromY < ry)) return false
        return ((rx - fromX) / rx) ** 2 + ((ry - fromY) / ry) ** 2 > 1
      })
    }

    /** The boxes that are asked for, each with the innermost element around it. */
    function boxes() {
      const isButton = element.matches('button:not([role=tab])')
      // A tab that shows an icon has its name for readers of the screen only.
      const icon = isButton ? null : element.querySelector('.icon')
      if (icon?.checkVisibility())
        return [{ box: icon.getBoundingClientRect(), inner: icon, isText: false }]
      const found = isButton
        ? [{ box: element.getBoundingClientRect(), inner: element, isText: false }]
        : []
      const walk = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      while (walk.nextNode()) {
        const inner = walk.currentNode.parentElement
        if (!walk.currentNode.data.trim() || inner.closest('.visually-hidden')) continue
        if (!inner.checkVisibility({ visibilityProperty: true })) continue
        const range = document.createRange()
        range.selectNodeContents(walk.currentNode)
        for (const box of range.getClientRects())
          if (box.width > 0) found.push({ box, inner, isText: true })
      }
      return found
    }

    // A thing that the pointer passes by is looked at, too.
    const pointed = element.style.pointerEvents
    element.style.pointerEvents = 'auto'
    const asked = boxes()
    const faults = asked.flatMap(({ box, inner, isText }) => {
      const { left, right, top, bottom } = box
      const around = clippers(inner, isText)
      const cut = leftBy(around).flatMap((room) => {
        const lost = [
          room.left - left,
          right - room.right,
          room.top - top,
          bottom - room.bottom,
        ].map(Math.round)
        return Math.max(...lost) > SLACK ? [`${room.by} cuts ${Math.max(...lost)} px off`] : []
      })
      const covered = [
        [left + 2, top + 2, true],
        [right - 2, top + 2, true],
        [left + 2, bottom - 2, true],
        [right - 2, bottom - 2, true],
        [(left + right) / 2, (top + bottom) / 2, false],
      ].flatMap(([x, y, isCorner]) => {
        const above = document.elementFromPoint(x, y)
        if (above && element.contains(above)) return []
        if (isCorner && above?.contains(element))
          if ([element, ...around].some((each) => isRoundedOff(each, x, y))) return []
        return [`${Math.round(x)},${Math.round(y)} is under ${above ? called(above) : 'the edge'}`]
      })
      return [...cut, ...covered]
    })
    element.style.pointerEvents = pointed
    return asked.length === 0 ? 'nothing is drawn' : [...new Set(faults)].join('; ')
  })
