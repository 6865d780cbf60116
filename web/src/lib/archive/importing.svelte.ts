// Whole files that go into the archive, one after the other.

import { ApiError } from '../api'
import { backend } from '../backend'
import { problemText } from '../i18n/index.svelte'
import type { Fault, Problem } from '../types'
import type { ArchiveImportEvent } from './types'

/** A file and how far it is. */
export interface ImportedFile {
  readonly file: File
  readonly state: 'waiting' | 'reading' | 'storing' | 'stored' | 'refused' | 'cancelled'
  readonly games: number
  readonly faulty: number
  /** Games with comments or variations, which the archive does not hold. */
  readonly annotated: number
  /** The part of the file that was read, from 0 to 1. */
  readonly part: number
  readonly faults: readonly Fault[]
  /** Why it was not stored, in words. */
  readonly failed: string
}

/** Faults that are shown of a file. */
const SHOWN = 50

const fresh = (file: File): ImportedFile => ({
  file,
  state: 'waiting',
  games: 0,
  faulty: 0,
  annotated: 0,
  part: 0,
  faults: [],
  failed: '',
})

/** What is asked about a file, as an address has it. */
const queryOf = (name: string, tag: string, variant: string): string =>
  Object.entries({ name, tag, variant })
    .filter(([, value]) => value)
    .map(([key, value]) => `${key}=${encodeURIComponent(value)}`)
    .join('&')

/** The events of a report, one line of JSON each. */
async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<ArchiveImportEvent> {
  const reader = body.pipeThrough(new TextDecoderStream() as never).getReader()
  let text = ''
  for (;;) {
    const { value, done } = (await reader.read()) as { value?: string; done: boolean }
    text += value ?? ''
    const lines = text.split('\n')
    text = done ? '' : (lines.pop() ?? '')
    for (const line of lines) if (line) yield JSON.parse(line) as ArchiveImportEvent
    if (done) return
  }
}

export class Importing {
  files = $state.raw<readonly ImportedFile[]>([])
  running = $state(false)
  #stop: AbortController | null = null

  /** Adds files that are to be imported. */
  add(files: Iterable<File>) {
    this.files = [...this.files, ...[...files].map(fresh)]
  }

  drop(file: File) {
    this.files = this.files.filter((one) => one.file !== file)
  }

  /** Whether any file is waiting. */
  readonly waits = $derived(this.files.some(({ state }) => state === 'waiting'))
  /** How many games are stored. */
  readonly stored = $derived(
    this.files.reduce((sum, { state, games }) => sum + (state === 'stored' ? games : 0), 0),
  )

  #set(file: File, change: Partial<ImportedFile>) {
    this.files = this.files.map((one) => (one.file === file ? { ...one, ...change } : one))
  }

  /** Imports the waiting files. `variant`: of games that do not name one. */
  async run(tag: string, variant: string) {
    this.running = true
    this.#stop = new AbortController()
    const { signal } = this.#stop
    for (const { file, state } of this.files) {
      if (state !== 'waiting') continue
      if (signal.aborted) break
      await this.#one(file, tag, variant, signal)
    }
    this.running = false
  }

  async #one(file: File, tag: string, variant: string, signal: AbortSignal) {
    this.#set(file, { state: 'reading' })
    const query = queryOf(file.name, tag.trim(), variant)
    const faults: Fault[] = []
    let ended = false
    try {
      const response = await backend.fetch(`/api/archive/import?${query}`, {
        method: 'POST',
        body: file,
        headers: { 'content-type': 'application/octet-stream' },
        signal,
      })
      if (!response.ok || !response.body) {
        const problem = (await response.json().catch(() => null)) as Problem | null
        throw new ApiError(problem ?? { code: 'server', message: `HTTP ${response.status}` })
      }
      for await (const event of eventsOf(response.body)) {
        switch (event.type) {
          case 'reading': {
            const { games, faulty, bytes } = event
            this.#set(file, { games, faulty, part: file.size ? bytes / file.size : 1 })
            break
          }
          case 'fault':
            if (faults.length < SHOWN) faults.push(event.fault)
            this.#set(file, { faults: [...faults] })
            break
          case 'storing':
            this.#set(file, { state: 'storing', games: event.games, part: 1 })
            break
          case 'stored': {
            const { games, faulty, annotated } = event
            this.#set(file, { state: 'stored', games, faulty, annotated })
            ended = true
            break
          }
          case 'refused':
            this.#set(file, { state: 'refused', failed: problemText(event.problem) })
            ended = true
        }
      }
      if (!ended) throw new ApiError({ code: 'offline', message: 'The server does not answer.' })
    } catch (error) {
      if (signal.aborted) this.#set(file, { state: 'cancelled' })
      else {
        const failed = error instanceof ApiError ? problemText(error.problem) : String(error)
        this.#set(file, { state: 'refused', failed })
      }
    }
  }

  /** Ends the import: the file that is being read is not stored. */
  cancel() {
    this.#stop?.abort()
  }
}
