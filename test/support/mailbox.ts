import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';
import type { RunningServer } from './server.ts';

/** Returns the mails that a server wrote for an enquiry, parsed. */
export async function readEnquiryMails({ data }: RunningServer, id: string): Promise<readonly Email[]> {
  const folder = join(data, 'outbox');
  const files = readdirSync(folder).filter((file) => file.endsWith('.eml') && file.includes(id));
  return Promise.all(files.map((file) => PostalMime.parse(readFileSync(join(folder, file)))));
}
