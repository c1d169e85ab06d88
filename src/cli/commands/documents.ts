import type { CommandLoaders } from './command-set.ts';

/** The commands about documents, except `reference`. */
export const documentCommands: CommandLoaders = {
  init: async () => (await import('./init.ts')).initCommand,
  dev: async () => (await import('./dev.ts')).devCommand,
  check: async () => (await import('./check.ts')).checkCommand,
  test: async () => (await import('./test.ts')).testCommand,
  explain: async () => (await import('./explain.ts')).explainCommand,
  diff: async () => (await import('./diff.ts')).diffCommand,
  types: async () => (await import('./types.ts')).typesCommand,
  graphql: async () => (await import('./graphql.ts')).graphqlCommand,
  jsonschema: async () => (await import('./jsonschema.ts')).jsonSchemaCommand,
  conform: async () => (await import('./conform.ts')).conformCommand,
  format: async () => (await import('./format.ts')).formatCommand,
  pull: async () => (await import('./pull.ts')).pullCommand,
  push: async () => (await import('./push.ts')).pushCommand,
  publish: async () => (await import('./publish.ts')).publishCommand,
  versions: async () => (await import('./versions.ts')).versionsCommand,
  export: async () => (await import('./export.ts')).exportCommand,
  import: async () => (await import('./import.ts')).importCommand,
  'webhook-listen': async () => (await import('./webhook-listen.ts')).webhookListenCommand,
};
