import type { Command } from '../../command/command.ts';

/**
 * Loaders by the name of the command, in the order of the help. Each command loads only the modules that it
 * needs.
 */
const commandLoaders: Readonly<Record<string, () => Promise<Command>>> = {
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
  enquiries: async () => (await loadServerCommands()).enquiriesCommand,
  photos: async () => (await loadServerCommands()).photosCommand,
  audit: async () => (await loadServerCommands()).auditCommand,
  backup: async () => (await loadServerCommands()).backupCommand,
  owner: async () => (await loadServerCommands()).ownerCommand,
  migrate: async () => (await loadServerCommands()).migrateCommand,
  reference: async () => (await import('./reference.ts')).createReferenceCommand(loadCommands),
};

/** Commands by names that they had before, which scripts of operators may still use. */
const renamedCommands: Readonly<Record<string, string>> = { 'new-owner': 'owner', 'migrate-data': 'migrate' };

/** Loads the definitions of the server's commands. Their code, and its packages, are loaded when they run. */
const loadServerCommands = () => import('../../server/commands/commands.ts');

/** The names of all commands, in the order of the help. */
export const commandNames: readonly string[] = Object.keys(commandLoaders);

/**
 * Returns the command with a name, which may be one that it had before; undefined if there is none. Loads
 * only its modules.
 */
export async function loadCommand(name: string): Promise<Command | undefined> {
  const current = Object.hasOwn(renamedCommands, name) ? renamedCommands[name] : name;
  return current !== undefined && Object.hasOwn(commandLoaders, current)
    ? commandLoaders[current]?.()
    : undefined;
}

/** Returns all commands, in the order of the help. */
export function loadCommands(): Promise<readonly Command[]> {
  return Promise.all(Object.values(commandLoaders).map((load) => load()));
}
