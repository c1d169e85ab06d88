import { acceptedTimeFormats } from './enquiry-times.ts';

export const enquiriesUsage = `npm run enquiries                               what has arrived, as a table
npm run --silent enquiries -- --json            the same for programs, as a JSON array
npm run --silent enquiries -- --jsonl           the same, as one JSON object a line (--json-lines); neither stands in the audit log
npm run --silent enquiries -- --csv > FILE      the same for spreadsheets, with a column for each field; the audit log has it

Which ones (those that all of it holds for):
  --search WORDS     every word stands in them, whole or its beginning (three letters), whatever its case and accents
  --since TIME       received since: ${acceptedTimeFormats}
  --until TIME       received before; of a day that day is included
  --type TYPE        an enquiry type: its key, its name or its id
  --office OFFICE    the office that has it now: its name or its id
  --site DOMAIN      a site
  --state STATE      new, in-hand or answered
  --held-by PERSON   who has taken it up: a name in the studio, or an id
  --delivery STATE   what became of its mail: waiting, sent, failed or no-recipient
  --failed           what nobody got: refused for good, or without a recipient
  --suspected        what looks like a robot's, which is not sent

With one of them (ID is its id or its reference), one action at a time:
  --show ID                      everything of it: answers, mail, notes and history; --json for programs
  --resend ID [--to ADDRESS]     sends its mail again, to the address that the content has today, or to another one
  --redeliver ID [--destination NAME]    delivers it again to where rules sent it besides the mail, or to one of these
  --release ID [--to ADDRESS]    likewise of one that was suspected
  --forward ID --to OFFICE       gives it to another office, which gets its mail
  --handle ID --as STATE         says what becomes of it: new, in-hand or answered
  --assign ID --to PERSON        gives it to somebody who may look after it; --to nobody gives it back
  --note ID --text TEXT          adds a note to its history
  --delete ID                    deletes one that is suspected, for good; --yes where no terminal answers
  --erase ID                     erases any one, for good; --yes where no terminal answers

With several:
  --resend --failed              sends again what nobody got, or those of it that are filtered
  --export ADDRESS > FILE        writes everything of whoever has a mail address to a file, a ZIP archive
  --erase ADDRESS                erases all of it, for good; --yes where no terminal answers

With all:
  --retention                    how long everything is kept, what goes now, and within 30 days; --json for programs
  --retention --keep DAYS        what would go: enquiries=365,photos=90,mails=30, of what is not named nothing; or for-good
  --retention --type TYPE --keep DAYS    the same of one type; as-others ends what was said of it
  --retention ... --set          says it anew: what is due then goes within the hour
  --destinations                 where enquiries wait besides the mail, what failed, what is switched off; --json for programs
  --switch-on NAME               switches a destination on again: what waited and what failed goes at once
  --figures                      what visitors did with the forms; with --since, --until, --type, --site, --json, --csv

SLIPWAY_DATA names the data folder (default: .data), SLIPWAY_CONTENT the content's. The server may be running. What is done
stands in the history of the enquiry, and in the audit log as done on the command line.
Exit codes: 0 done, 1 not possible, 2 wrong usage.`;

/** A person's mistake on the command line. The message can be printed unchanged. */
export class EnquiriesUsageError extends Error {}

export function createUsageError(message: string): EnquiriesUsageError {
  return new EnquiriesUsageError(`${message}\n\n${enquiriesUsage}`);
}

/** The author of audit entries for actions on the command line. */
export const commandLineAuthor = 'command line';
