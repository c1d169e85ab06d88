import type { CommandLoaders } from './command-set.ts';
import type { StoredDataCommand } from './stored-data-names.ts';

/** Loads the definitions of the server's commands. Their code, and its packages, are loaded when they run. */
const loadServerCommands = () => import('../../server/commands/commands.ts');

/** The commands about the stored data of a server. */
export const storedDataCommands: Readonly<Record<StoredDataCommand, CommandLoaders[string]>> = {
  enquiries: async () => (await loadServerCommands()).enquiriesCommand,
  photos: async () => (await loadServerCommands()).photosCommand,
  audit: async () => (await loadServerCommands()).auditCommand,
  backup: async () => (await loadServerCommands()).backupCommand,
  owner: async () => (await loadServerCommands()).ownerCommand,
  migrate: async () => (await loadServerCommands()).migrateCommand,
};
