// The interface of a game's texts about the lab, in its folder `lab/`.

export interface GameLabWords {
  /** The names of the terms and layers of its evaluations, by the server's ids. */
  readonly terms: Readonly<Record<string, string>>
}
