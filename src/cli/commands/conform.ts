import { resolve as resolvePath } from 'node:path';
import type { Site } from '#engine';
import { compileFormChecks } from '#widgets/validators/form-checks.ts';
import type { Command, CommandArguments, ExitCode } from '../args/command.ts';
import { createCaller } from '../conform/call.ts';
import { maxLimitRequests } from '../conform/checks/limits.ts';
import { checkConformance, maxConformanceRequests } from '../conform/conform.ts';
import { testText } from '../conform/enquiries.ts';
import {
  formatBreach,
  formatEarlyEnd,
  formatSummary,
  sortRequirementCodes,
  toBreachData,
  toEarlyEndData,
} from '../conform/report.ts';
import type { BackEndEndpoints } from '../conform/session.ts';
import { CannotWork, formatJsonOutput, type Io, WrongUse } from '../io.ts';
import { runReportingRefusals } from '../remote/server.ts';
import { demoContentFolder, readContentFolder } from '../workspace/content.ts';
import { type CompiledWorkspace, printFindings, runWithForm } from '../workspace/form.ts';

export const conformCommand: Command = {
  name: 'conform',
  summary: 'holds a back end of your own against what the form needs of it',
  description: [
    `Sends enquiries, files and what has to be refused to a back end, and holds every answer against what docs/own-back-end.md asks of it. What does not hold is told with what was sent, what came, and the sentence of that page.`,
    `It sends test enquiries, which the back end takes like any other: about a dozen, with "${testText}" in every text that has room for it. At most ${maxConformanceRequests} requests leave, to the two addresses and to those that the back end gives for files, and with --limits ${maxLimitRequests} more, none of which can be taken. Point it at a back end whose mails reach nobody.`,
    'What it sends is made of the examples of the forms and of the content that the back end knows as well: the domain of a site, and the ids of offices.',
  ],
  options: {
    url: {
      value: 'URL',
      description: 'The address of the back end, which answers at /graphql and /api/contact-upload below it.',
    },
    graphql: { value: 'URL', description: 'Where it answers GraphQL, if not there.' },
    uploads: { value: 'URL', description: 'Where it gives targets for files, if not there.' },
    content: {
      value: 'FOLDER',
      description: "The site's content; without it that of the demonstration.",
    },
    domain: {
      value: 'DOMAIN',
      description: 'The site that is asked for; without it the first of the content.',
    },
    limits: { description: 'Ask until that is too much as well. It shuts this machine out for a while.' },
  },
  examples: [
    [
      'slipway conform --url http://localhost:4001',
      'Tells what the back end there does otherwise than the form needs.',
    ],
    [
      'slipway conform --url https://api.example.com --content content --domain www.example.com --json',
      'For a pipeline, with the content of its own site.',
    ],
  ],
  failure: 'a requirement does not hold, or the back end answered nothing more before all were looked at',
  run: (given, io) =>
    runReportingRefusals(given, io, () =>
      runWithForm(given, io, (loaded) => runConformance(loaded, given, io)),
    ),
};

async function runConformance(
  { form, workspace }: CompiledWorkspace,
  given: CommandArguments,
  io: Io,
): Promise<ExitCode> {
  const endpoints = parseEndpoints(given);
  const checks = compileFormChecks(form);
  if (!checks.ok) return printFindings(checks.findings, workspace, given, io);
  const folder = given.text('content');
  const { content } = await readContentFolder(
    folder === undefined ? demoContentFolder : resolvePath(io.cwd, folder),
  );
  const site = findSite(content.sites, given.text('domain'));
  const withLimits = given.flag('limits');
  const most = maxConformanceRequests + (withLimits ? maxLimitRequests : 0);
  io.err(
    `Sending at most ${most} requests to ${endpoints.graphql.origin}, among them about a dozen test enquiries for ${site.domain}, marked "${testText}".\n`,
  );
  const caller = createCaller({ most, signal: io.signal });
  const today = new Date().toISOString().slice(0, 10);
  const { judge } = checks;
  const results = await checkConformance({
    form,
    judge,
    content,
    site,
    endpoints,
    caller,
    withLimits,
    today,
  });
  const { held, breaches, skipped, countAccepted, brokenOff } = results;
  const codes = sortRequirementCodes(breaches.keys());
  const found = codes.flatMap((code) => breaches.get(code) ?? []);
  const ok = found.length === 0 && brokenOff === undefined;
  if (given.flag('json')) {
    io.out(
      formatJsonOutput({
        ok,
        requests: caller.countRequests(),
        taken: countAccepted(),
        held: sortRequirementCodes(held),
        skipped: sortRequirementCodes(skipped.keys()).map((code) => ({ code, why: skipped.get(code) })),
        findings: found.map(toBreachData),
        ...(brokenOff && { brokenOff: toEarlyEndData(brokenOff) }),
      }),
    );
  } else {
    const lines = found.flatMap((breach) => [...formatBreach(breach), '']);
    if (brokenOff) lines.push(...formatEarlyEnd(brokenOff), '');
    io.out(`${[...lines, ...formatSummary(results, caller.countRequests())].join('\n')}\n`);
  }
  return ok ? 0 : 1;
}

function parseEndpoints(given: CommandArguments): BackEndEndpoints {
  const url = given.text('url');
  const own = { graphql: given.text('graphql'), uploads: given.text('uploads') };
  if (url === undefined && (own.graphql === undefined || own.uploads === undefined))
    throw new WrongUse(
      'Cannot tell which back end is meant: write --url URL, or both --graphql and --uploads',
    );
  const below = (path: string) => new URL(path, `${parseAddress(url ?? '').href.replace(/\/$/, '')}/`);
  return {
    graphql: own.graphql === undefined ? below('graphql') : parseAddress(own.graphql),
    uploads: own.uploads === undefined ? below('api/contact-upload') : parseAddress(own.uploads),
  };
}

function parseAddress(text: string): URL {
  const url = URL.parse(text);
  if (url && /^https?:$/.test(url.protocol)) return url;
  throw new WrongUse(`Cannot use "${text}": it is no address; write it as https://forms.example.com`);
}

function findSite(sites: readonly Site[], domain: string | undefined): Site {
  const site = sites.find((one) => domain === undefined || one.domain.toLowerCase() === domain.toLowerCase());
  if (site) return site;
  const named = sites.map((one) => one.domain).join(', ');
  throw new CannotWork(
    `Cannot find the site "${domain ?? ''}": the content has ${named || 'no site'}; name it with --content`,
  );
}
