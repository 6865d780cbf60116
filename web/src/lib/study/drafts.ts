// Comments that are being written. They are kept in the tab until the server has them, so that a reload loses nothing.

export interface Draft {
  /** The comment when the writing began. */
  base: string
  text: string
}

const PREFIX = 'yiqi.draft.'
const key = (study: string, node: number) => `${PREFIX}${study}.${node}`

/** Calls what the browser may refuse: then the text lives in the page alone. */
function tried<T>(work: (storage: Storage) => T, otherwise: T): T {
  try {
    return work(sessionStorage)
  } catch {
    return otherwise
  }
}

export const keepDraft = (study: string, node: number, draft: Draft) =>
  tried((storage) => storage.setItem(key(study, node), JSON.stringify(draft)), undefined)

export const dropDraft = (study: string, node: number) =>
  tried((storage) => storage.removeItem(key(study, node)), undefined)

/** The drafts of a study by their nodes. */
export function draftsOf(study: string): [number, Draft][] {
  return tried((storage) => {
    const begins = `${PREFIX}${study}.`
    return Object.keys(storage)
      .filter((name) => name.startsWith(begins))
      .flatMap((name): [number, Draft][] => {
        const draft = JSON.parse(storage.getItem(name) ?? 'null') as Partial<Draft> | null
        const node = Number(name.slice(begins.length))
        return typeof draft?.text === 'string' && Number.isInteger(node)
          ? [[node, { base: `${draft.base ?? ''}`, text: draft.text }]]
          : []
      })
  }, [])
}

/** By how many characters a text is longer than allowed; they are Unicode's, as in the hall, not those of JavaScript. */
export function over(text: string, most: number): number {
  // Most texts are far shorter in either unit.
  if (text.length < most) return text.length - most
  return [...text].length - most
}

/** Two texts that were made of the same one: nothing of either is lost. */
export function merged(base: string, mine: string, theirs: string): string {
  if (theirs === base || mine.includes(theirs)) return mine
  if (mine === base || theirs.includes(mine)) return theirs
  if (mine.startsWith(base) && theirs.startsWith(base)) {
    return `${theirs}\n\n${mine.slice(base.length).trim()}`
  }
  return `${theirs}\n\n${mine}`
}
