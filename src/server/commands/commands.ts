import type { Command } from '../../command/command.ts';
import {
  actionDetails,
  enquiryFilters,
  enquiryFormats,
  otherEnquiryActions,
  singleEnquiryActions,
} from './enquiries/enquiry-options.ts';

/** Loads what checks the content documents of a version. */
export const loadVersionContentCheck = () => import('../forms/content/check-version-content.ts');

const notPossible = 'it is not possible (the reason is printed)';

export const enquiriesCommand: Command = {
  name: 'enquiries',
  subject: 'stored-data',
  summary: 'lists enquiries, and does with them what the inbox of the studio does',
  description: [
    'Lists the enquiries as a table, or does one action instead.',
    'SLIPWAY_DATA names the data folder (default: .data), SLIPWAY_CONTENT the content folder. The server may be running. Actions are recorded in the history of the enquiry, and in the audit log as by the command line.',
  ],
  options: enquiryFormats,
  optionGroups: {
    'Filters (an enquiry must match all of them)': enquiryFilters,
    'Actions on one enquiry (ID is its id or reference), one at a time': singleEnquiryActions,
    'Other actions': otherEnquiryActions,
    'Options of actions': actionDetails,
  },
  examples: [
    ['slipway enquiries --since 7d --type valuation', 'Lists the valuations of the last seven days.'],
    ['slipway enquiries --csv > enquiries.csv', 'Writes all enquiries for a spreadsheet.'],
    ['slipway enquiries --resend --failed', 'Sends all mails again that reached nobody.'],
  ],
  failure: notPossible,
  run: async (given, io) => (await import('./enquiries/run-enquiries.ts')).runEnquiries(given, io),
};

export const photosCommand: Command = {
  name: 'photos',
  subject: 'stored-data',
  summary: 'lists photos that could not be re-encoded',
  description: [
    'Lists photos that could not be re-encoded; their originals are in quarantine. A running server does at once what is asked.',
  ],
  options: {
    json: { description: 'Print a JSON array, for programs.' },
    retry: { value: 'PATH', description: 'Try again; PATH is as listed.' },
    release: {
      value: 'PATH',
      description: 'Publish the original unchanged to anyone with the link: look at it first.',
    },
  },
  examples: [
    ['slipway photos', 'Lists the photos in quarantine.'],
    ['slipway photos --retry photos/4f1c.jpg', 'Has one re-encoded again.'],
  ],
  failure: notPossible,
  run: async (given, io) => (await import('./photos.ts')).listOrRequeuePhotos(given, io),
};

export const auditCommand: Command = {
  name: 'audit',
  subject: 'stored-data',
  summary: 'verifies that the audit log of the studio was not changed',
  description: [
    'Verifies that the audit log of the studio was not changed. With FILE, an export of the whole log as JSON lines, the same for the export, and that the log continues from it. The server may be running.',
  ],
  positionals: '[FILE]',
  options: {},
  examples: [
    ['slipway audit', 'Verifies the log.'],
    ['slipway audit slipway-audit.jsonl', 'Verifies the log and an export of it.'],
  ],
  failure: 'the log was changed, or it is not possible',
  run: async (given, io) => (await import('./audit.ts')).verifyAuditLog(given, io),
};

export const backupCommand: Command = {
  name: 'backup',
  subject: 'stored-data',
  summary: 'copies the data folder while the server runs',
  description: [
    'Copies everything below SLIPWAY_DATA to an empty or a new folder. The server may be running.',
    'To restore, stop it and replace the data folder with the copy.',
  ],
  positionals: 'FOLDER',
  options: {},
  examples: [['slipway backup /var/backups/slipway/2026-11-22', 'Copies the data to this folder.']],
  failure: notPossible,
  run: async (given, io) => (await import('./backup.ts')).backUpData(given, io),
};

export const ownerCommand: Command = {
  name: 'owner',
  subject: 'stored-data',
  summary: 'prints a link that makes one person an owner of the studio',
  description: [
    'Prints a link that makes one person an owner of the studio; it works once, within an hour. ORIGIN is the origin in the link; the default is SLIPWAY_PUBLIC_URL. The server may be running.',
  ],
  positionals: '[ORIGIN]',
  options: {},
  examples: [['slipway owner https://www.example.com', 'Prints a link with this origin.']],
  failure: notPossible,
  run: async (given, io) => (await import('./new-owner.ts')).printOwnerLink(given, io),
};

export const migrateCommand: Command = {
  name: 'migrate',
  subject: 'stored-data',
  summary: 'moves the database from SQLite to PostgreSQL, or back',
  description: [
    'Moves the database of a data folder to an empty PostgreSQL database (--to), or back to a folder without one (--from). Then compares the rows and prints a digest of each table. Photos and the secret stay in the data folder (docs/deployment.md).',
    'Stop every server first. The source does not change, and servers refuse an incomplete target. After an interruption, run the command again. If the move is not possible, the exit code is 3.',
  ],
  options: {
    to: { value: 'URL', description: 'The PostgreSQL database to fill: postgres://user:password@host/name.' },
    from: { value: 'URL', description: 'The PostgreSQL database to read.' },
    data: { value: 'FOLDER', description: 'The data folder. Default: SLIPWAY_DATA, then .data.' },
    json: { description: 'Print the comparison as JSON.' },
  },
  examples: [
    [
      'slipway migrate --to postgres://slipway@db.example.com/slipway',
      'Moves the database there; the password is in PGPASSWORD.',
    ],
    [
      'slipway migrate --from postgres://slipway@db.example.com/slipway --data /var/lib/slipway',
      'Moves it back.',
    ],
  ],
  failure: 'the two sides differ (their keys are printed)',
  run: async (given, io) => (await import('./migrate-data.ts')).migrateData(given, io),
};
