import { describe, expect, it } from 'vitest'
import { engineFault } from './engines'
import { studyIn } from './words'

const languages = ['en', 'zh-Hans', 'zh-Hant'] as const
const fault = (code: string, found?: string, numbers: number[] = []) => ({
  code,
  numbers,
  squares: [],
  message: 'what the server says',
  place: found === undefined ? null : { found },
})

describe('faults of engines', () => {
  it('are sentences in every language', () => {
    const [en, hans] = languages.map((code) => studyIn({ code }))
    expect(engineFault(fault('crash', 'exit status: 3'), en)).toBe(
      'The program ended by itself (exit status: 3).',
    )
    expect(engineFault(fault('silent', undefined, [1500]), hans)).toBe(
      '该程序 1.5 秒内没有任何报告。',
    )
    expect(engineFault(fault('never-heard-of'), en)).toBe('what the server says')
    expect(engineFault(fault('never-heard-of'), hans)).toBe('搜索失败，原因见服务器的日志。')
    for (const code of Object.keys(en!.machine.faults))
      for (const language of languages) {
        const said = engineFault(fault(code, '', [10000]), studyIn({ code: language }))
        expect(said, `${code} ${language}`).toMatch(/[.。]$/)
        if (language !== 'en') expect(said, code).not.toMatch(/[a-z]/)
      }
  })
})
