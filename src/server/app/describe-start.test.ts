import { describe, expect, it } from 'vitest';
import { describeStart } from './describe-start.ts';

const origin = 'http://localhost:4000';
const config = { dataFolder: '/srv/data', databaseUrl: undefined, smtpUrl: undefined, isDemonstration: true };

describe('describeStart', () => {
  it('ends with the form, the studio, the folders and how to stop', () => {
    const server = {
      origin,
      formAddress: `${origin}/contact`,
      firstOwnerLink: `${origin}/studio/welcome#word`,
      metricsOrigin: 'http://localhost:9464',
    };
    expect(describeStart(server, config)).toEqual([
      'Health                      http://localhost:4000/healthz',
      'Metrics                     http://localhost:9464/metrics',
      'GraphQL                     http://localhost:4000/graphql',
      'Pages of the demonstration  http://localhost:4000/',
      'Form                        http://localhost:4000/contact',
      'Studio                      http://localhost:4000/studio',
      'Studio, first owner         http://localhost:4000/studio/welcome#word',
      'Mails are written to /srv/data/outbox.',
      'Data is in /srv/data.',
      'Press Ctrl+C to stop.',
    ]);
  });

  it('leaves out what there is not', () => {
    const names = describeStart({ origin }, config).map((line) => line.split(/ {2}| is| are/)[0]);
    expect(names).toEqual([
      'Health',
      'GraphQL',
      'Pages of the demonstration',
      'Studio',
      'Mails',
      'Data',
      'Press Ctrl+C to stop.',
    ]);
  });

  it('names the pages of other content, unless the form is at the root', () => {
    const own = { ...config, isDemonstration: false };
    const formAddress = `${origin}/register`;
    expect(describeStart({ origin, formAddress }, own).slice(2, 4)).toEqual([
      'Pages                       http://localhost:4000/',
      'Form                        http://localhost:4000/register',
    ]);
    expect(describeStart({ origin, formAddress: `${origin}/` }, own).slice(2, 4)).toEqual([
      'Form                        http://localhost:4000/',
      'Studio                      http://localhost:4000/studio',
    ]);
  });

  it('names the variables of a mail server and a database, whose addresses have passwords', () => {
    const lines = describeStart(
      { origin },
      {
        ...config,
        smtpUrl: 'smtp://user:hunter2@mail.example.org',
        databaseUrl: 'postgres://slipway:hunter2@db.example.org/slipway',
      },
    );
    expect(lines.slice(-3)).toEqual([
      'Mails are sent by the mail server in SMTP_URL.',
      'Data is in the database in DATABASE_URL and in /srv/data.',
      'Press Ctrl+C to stop.',
    ]);
  });
});
