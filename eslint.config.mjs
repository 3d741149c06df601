import { defineConfig } from 'eslint/config';
import hooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

/** The compiler looks for misspelled fields in a literal, and not in one that is spread. */
const noSpreadLiteral = {
  selector: 'ObjectExpression > SpreadElement > ObjectExpression.argument',
  message: 'Write the fields themselves: the compiler does not check the fields of a literal that is spread.',
};
/** It hides from the compiler that an id is of another kind, or an event of another aggregate. */
const noNever = {
  selector: 'TSAsExpression > TSNeverKeyword.typeAnnotation',
  message: 'Say the type, or parse the value: `as never` switches the compiler off. An exception states its reason.',
};
const ownClient = 'Requests to the outside go through adapters/http, which refuses private networks.';

/** One place of the tests knows what the tables of what waits to be sent, and their columns, are called. */
const noQueueNames = {
  selector:
    'TemplateElement[value.raw=/ops\\.(outbox|mails|broadcasts)\\b/], Literal[value=/ops\\.(outbox|mails|broadcasts)\\b/]',
  message: 'Read and write these rows through test/support/outbox.ts.',
};

export default defineConfig(
  { ignores: ['dist/', 'node_modules/', 'screens/', '.data/', '.tmp/', '**/*.cjs', 'sandbox/public/', 'client/'] },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.recommended],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'no-restricted-globals': ['error', { name: 'fetch', message: 'Requests to the outside go through an adapter.' }],
      'max-len': ['error', { code: 140, ignoreStrings: true, ignoreRegExpLiterals: true }],
      'no-restricted-syntax': ['error', noSpreadLiteral],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
    },
  },
  {
    // What tests the web, or drives it, is checked with the web's own settings.
    files: ['test/web/**/*.{ts,tsx}', 'test/e2e/screens.ts'],
    languageOptions: {
      parserOptions: { projectService: false, project: 'web/tsconfig.json', tsconfigRootDir: import.meta.dirname },
    },
  },
  {
    files: ['web/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': hooks },
    rules: { 'react-hooks/rules-of-hooks': 'error', 'react-hooks/exhaustive-deps': 'error' },
  },
  { files: ['web/api/**', 'test/**', 'sandbox/**'], rules: { 'no-restricted-globals': 'off' } },
  {
    // An address that a tenant gave must not lead into the private network: one client checks that. SDKs with fixed
    // hosts of their own are no concern here.
    files: [
      'api/**/*.ts',
      'commands/**/*.ts',
      'workers/**/*.ts',
      'adapters/**/*.ts',
      'projections/**/*.ts',
      'main/**/*.ts',
    ],
    ignores: ['adapters/http/**'],
    rules: {
      'no-restricted-properties': ['error', { object: 'globalThis', property: 'fetch', message: ownClient }],
      'no-restricted-imports': [
        'error',
        {
          paths: [
            ...['http', 'https', 'node:http', 'node:https'].flatMap((name) => [
              { name, importNames: ['default', 'request', 'get', 'ClientRequest'], message: ownClient },
            ]),
            ...['http2', 'node:http2', 'undici', 'axios', 'node-fetch', 'got'].map((name) => ({
              name,
              message: ownClient,
              allowTypeImports: true,
            })),
          ],
        },
      ],
    },
  },
  {
    files: ['test/**/*.ts'],
    ignores: ['test/support/outbox.ts'],
    rules: { 'no-restricted-syntax': ['error', noSpreadLiteral, noQueueNames] },
  },
  {
    files: ['adapters', 'api', 'commands', 'main', 'projections', 'sandbox', 'web', 'workers'].map(
      (folder) => `${folder}/**/*.{ts,tsx}`,
    ),
    rules: { 'no-restricted-syntax': ['error', noSpreadLiteral, noNever] },
  },
  {
    files: ['domain/**/*.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        noSpreadLiteral,
        noNever,
        {
          selector:
            "CallExpression[callee.object.name='Date'][callee.property.name='now'], NewExpression[callee.name='Date'][arguments.length=0], CallExpression[callee.object.name='Math'][callee.property.name='random']",
          message: 'The domain is pure: time and chance are passed in.',
        },
      ],
    },
  },
);
