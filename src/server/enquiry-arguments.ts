import { parseArgs } from 'node:util';
import { isMailAddress } from './config/variables.ts';

/** How `npm run enquiries` is used. */
export const enquiriesUsage = `npm run enquiries                         what has arrived, as a table
npm run enquiries -- --failed             only what nobody got: refused for good, or without a recipient
npm run enquiries -- --suspected          only what looks like a robot's, which is not sent
npm run enquiries -- --json               the same for programs, as a JSON array
npm run enquiries -- --resend ID          sends the mail of an enquiry again; ID is its id or its reference
npm run enquiries -- --resend --failed    the same for all that nobody got
npm run enquiries -- --release ID         sends the mail of an enquiry that was suspected
npm run enquiries -- --resend ID --to A   to the address A; else to the one that the content has today

SLIPWAY_DATA names the data folder (default: .data), SLIPWAY_CONTENT the content's. The server may be running.
Exit codes: 0 done, 1 not possible, 2 wrong usage.`;

/** A person's mistake on the command line, fit to be printed as it is. */
export class UsageError extends Error {}

/** What the command is asked for. */
export interface EnquiryArguments {
  readonly help?: boolean;
  readonly json?: boolean;
  readonly failed?: boolean;
  readonly suspected?: boolean;
  /** An id or a reference; `all`: everything that nobody got. */
  readonly resend?: string;
  readonly release?: string;
  readonly to?: string;
}

/** Reads the command line. @throws UsageError */
export function readArguments(args: readonly string[]): EnquiryArguments {
  const { resend, ...values } = parsed(args);
  if (resend === '' && !values.failed) throw usageError('--resend takes an id or a reference, or --failed');
  if (resend && values.failed) throw usageError('--resend takes an id or --failed, not both');
  if (resend !== undefined && values.release !== undefined)
    throw usageError('--resend and --release exclude each other');
  if (values.to !== undefined && !isMailAddress(values.to))
    throw usageError(`--to takes one mail address, not ${JSON.stringify(values.to)}`);
  if (values.to !== undefined && resend === undefined && values.release === undefined)
    throw usageError('--to belongs to --resend or --release');
  return { ...values, ...(resend !== undefined && { resend: resend || 'all' }) };
}

function parsed(args: readonly string[]) {
  try {
    const options = {
      help: { type: 'boolean', short: 'h' },
      json: { type: 'boolean' },
      failed: { type: 'boolean' },
      suspected: { type: 'boolean' },
      resend: { type: 'string' },
      release: { type: 'string' },
      to: { type: 'string' },
    } as const;
    return parseArgs({ args: args.map(withValue), options, allowPositionals: false }).values;
  } catch (error) {
    throw usageError(error instanceof Error ? error.message : String(error));
  }
}

/** `--resend` may stand alone, which no option of `parseArgs` that takes a value can. */
function withValue(arg: string, at: number, args: readonly string[]): string {
  const isAlone = args[at + 1] === undefined || args[at + 1]?.startsWith('--');
  return arg === '--resend' && isAlone ? '--resend=' : arg;
}

function usageError(message: string): UsageError {
  return new UsageError(`${message}\n\n${enquiriesUsage}`);
}
