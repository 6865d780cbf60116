import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { hallUrl } from './live'
import { HallNews } from './news'
import { FakeSocket } from '../test/socket'

const last = () => FakeSocket.all.at(-1)!
const changed = { type: 'changed', games: true, studies: false, preferences: false }

describe('news of the hall', () => {
  let news: HallNews
  const show = (state: 'visible' | 'hidden') => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
    document.dispatchEvent(new Event('visibilitychange'))
  }

  beforeEach(() => {
    vi.useFakeTimers()
    FakeSocket.all = []
    news = new HallNews((url) => new FakeSocket(url))
  })
  afterEach(() => {
    vi.restoreAllMocks()
    vi.useRealTimers()
  })

  it('tells who shows the list, once for each change', () => {
    const games = vi.fn()
    const studies = vi.fn()
    const stop = [news.follow('games', games), news.follow('studies', studies)]
    expect(FakeSocket.all).toHaveLength(1)
    last().open()
    expect(games).not.toHaveBeenCalled()
    last().say(changed)
    last().say({ type: 'pong' })
    last().say({ ...changed, games: false })
    expect(games).toHaveBeenCalledTimes(1)
    expect(studies).not.toHaveBeenCalled()
    stop.forEach((end) => end())
    expect(last().closed).toBe(true)
  })

  it('loads again after a connection was lost, because something may have been missed', () => {
    const games = vi.fn()
    const stop = news.follow('games', games)
    last().open()
    last().break()
    vi.advanceTimersByTime(400)
    last().open()
    expect(games).toHaveBeenCalledTimes(1)
    stop()
    // The next view loads its list by itself.
    const next = vi.fn()
    news.follow('games', next)()
    expect(next).not.toHaveBeenCalled()
  })

  it('takes no place while the tab is hidden', () => {
    const games = vi.fn()
    const stop = news.follow('games', games)
    last().open()
    show('hidden')
    expect(last().closed).toBe(true)
    show('visible')
    expect(FakeSocket.all).toHaveLength(2)
    last().open()
    expect(games).toHaveBeenCalledTimes(1)
    stop()
    show('visible')
    expect(FakeSocket.all).toHaveLength(2)
  })

  it('has an address of its own', () => {
    expect(hallUrl({ protocol: 'https:', host: 'h' })).toBe('wss://h/api/live')
    expect(hallUrl({ protocol: 'http:', host: 'h:1' })).toBe('ws://h:1/api/live')
  })
})
