import { acceptedTimeFormats } from './enquiry-times.ts';

export const enquiriesUsage = `npm run enquiries                               lists the enquiries as a table
npm run --silent enquiries -- --json            the same as a JSON array, for programs
npm run --silent enquiries -- --jsonl           the same with one JSON object per line (--json-lines); the audit log records neither
npm run --silent enquiries -- --csv > FILE      the same for spreadsheets, with a column for each field; recorded in the audit log

Filters (an enquiry must match all of them):
  --search WORDS     contains all words, or words that start with them (three letters or more), ignoring case and accents
  --since TIME       received at or after: ${acceptedTimeFormats}
  --until TIME       received before; a day is included
  --type TYPE        an enquiry type: its key, name or id
  --office OFFICE    the current office: its name or id
  --site DOMAIN      a site
  --state STATE      new, in-hand or answered
  --held-by PERSON   the person it is assigned to: a name in the studio, or an id
  --delivery STATE   the state of its mail: waiting, sent, failed or no-recipient
  --failed           its mail was permanently refused, or has no recipient
  --suspected        suspected spam, which is not sent

Actions on one enquiry (ID is its id or reference), one at a time:
  --show ID                      shows answers, mail, notes and history; --json for programs
  --resend ID [--to ADDRESS]     sends its mail again, to the current address in the content, or to another one
  --redeliver ID [--destination NAME]    delivers it again to the destinations of its rules, or to one of them
  --release ID [--to ADDRESS]    sends the mail of suspected spam
  --forward ID --to OFFICE       forwards it to another office, which gets its mail
  --handle ID --as STATE         sets its state: new, in-hand or answered
  --assign ID --to PERSON        assigns it to a person who has access to it; --to nobody unassigns it
  --note ID --text TEXT          adds a note to its history
  --delete ID                    deletes suspected spam permanently; --yes without a terminal
  --erase ID                     erases any enquiry permanently; --yes without a terminal

Actions on several:
  --resend --failed              sends mails again that failed or had no recipient, with or without filters
  --export ADDRESS > FILE        writes all data of a mail address to a file, a ZIP archive
  --erase ADDRESS                erases all of that data permanently; --yes without a terminal

Everything:
  --retention                    shows how long data is kept, and what is deleted now and within 30 days; --json for programs
  --retention --keep DAYS        previews a rule: enquiries=365,photos=90,mails=30 (parts not named are kept), or for-good
  --retention --type TYPE --keep DAYS    the same for one type; as-others removes its rule
  --retention ... --set          sets the rule: data that is then due is deleted within the hour
  --destinations                 shows waiting, failed and switched-off destinations; --json for programs
  --switch-on NAME               switches a destination on again, and delivers at once what waited or failed
  --figures                      shows how visitors used the forms; with --since, --until, --type, --site, --json, --csv

SLIPWAY_DATA names the data folder (default: .data), SLIPWAY_CONTENT the content folder. The server may be running. Actions
are recorded in the history of the enquiry, and in the audit log as by the command line.
Exit codes: 0 done, 1 not possible, 2 wrong usage.`;

/** A person's mistake on the command line. The message can be printed unchanged. */
export class EnquiriesUsageError extends Error {}

/** Returns an error with the message, followed by the usage. */
export function createUsageError(message: string): EnquiriesUsageError {
  return new EnquiriesUsageError(`${message}\n\n${enquiriesUsage}`);
}

/** The author of audit entries for actions on the command line. */
export const commandLineAuthor = 'command line';
