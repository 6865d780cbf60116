// What the page's sources are held to beside types and format.

import js from '@eslint/js'
import { defineConfig } from 'eslint/config'
import svelte from 'eslint-plugin-svelte'
import globals from 'globals'
import ts from 'typescript-eslint'
import svelteConfig from './svelte.config.js'

export default defineConfig(
  { ignores: ['dist/', 'test-results/', 'src/lib/wire.ts', 'src/lib/board/glyphs.ts'] },
  js.configs.recommended,
  ts.configs.recommended,
  svelte.configs.recommended,
  {
    languageOptions: { globals: { ...globals.browser, ...globals.node } },
    rules: {
      // TypeScript knows what is defined.
      'no-undef': 'off',
      eqeqeq: 'error',
      'no-console': 'off',
      // A name that begins with _ is there for its place.
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', caughtErrors: 'none' },
      ],
    },
  },
  // Nothing else knows what is defined there.
  { files: ['**/*.mjs'], rules: { 'no-undef': 'error' } },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: {
      parserOptions: { parser: ts.parser, extraFileExtensions: ['.svelte'], svelteConfig },
    },
    rules: {
      // `bind:this` assigns.
      'no-unassigned-vars': 'off',
      // A space that markup would swallow.
      'svelte/no-useless-mustaches': 'off',
      // Addresses are hashes of one page; there is no router to resolve them.
      'svelte/no-navigation-without-resolve': 'off',
    },
  },
  {
    files: ['e2e/**/*.mjs', 'tools/**', '*.js', '*.ts'],
    languageOptions: { globals: globals.node },
  },
)
