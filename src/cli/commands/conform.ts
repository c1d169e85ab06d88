import { resolve as resolvePath } from 'node:path';
import type { Form, Site } from '#engine';
import type { SiteContent } from '#engine/compare/index.ts';
import { compileFormChecks } from '#widgets/validators/form-checks.ts';
import type { Command, CommandArguments, ExitCode } from '../../command/command.ts';
import { CommandError, formatJsonOutput, type Io, UsageError } from '../../command/io.ts';
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
import { presetPhrases } from '../preset/help.ts';
import { runReportingRefusals } from '../remote/server.ts';
import { demoContentFolder, oneFormContentFolder, readContentFolder } from '../workspace/content.ts';
import { type CompiledWorkspace, printFindings, runWithForm } from '../workspace/form.ts';
import { resolveDocumentsSource } from '../workspace/load.ts';

export const conformCommand: Command = {
  name: 'conform',
  subject: 'documents',
  summary: 'tests your own back end against the requirements of the form',
  description: [
    'Sends valid and invalid enquiries and files to a back end, and tests the answers against docs/own-back-end.md. For each failure, prints the request, the answer and the requirement.',
    `Sends at most ${maxConformanceRequests} requests, and with --limits ${maxLimitRequests} more. The back end accepts about a dozen test enquiries, marked "${testText}": disable its mails. It must know the domain and the ${presetPhrases.sentIds} of the content.`,
  ],
  options: {
    url: {
      value: 'URL',
      description: 'The base URL, for /graphql and /api/contact-upload.',
    },
    graphql: { value: 'URL', description: 'The GraphQL endpoint, if different.' },
    uploads: { value: 'URL', description: 'The upload endpoint, if different.' },
    content: {
      value: 'FOLDER',
      description:
        'The content folder. Default: that of the demonstration; for a form in one file, one page.',
    },
    domain: {
      value: 'DOMAIN',
      description: 'The site. Default: the first of the content; for a form in one file, localhost.',
    },
    limits: { description: 'Also test the rate limit. It blocks this machine for a while.' },
  },
  examples: [
    ['slipway conform --url http://localhost:4001', 'Tests this back end.'],
    [
      'slipway conform --url https://api.example.com --content content --domain www.example.com --json',
      'For a pipeline, with your own content.',
    ],
  ],
  failure: 'a requirement is not met, or the back end stops answering',
  run: (given, io) =>
    runReportingRefusals(given, io, () =>
      runWithForm(given, io, (loaded) => runConformance(loaded, given, io)),
    ),
};

/**
 * Sends the requests to the back end and prints the unmet requirements and a summary, as JSON with `--json`.
 * Returns 1 if a requirement is not met or the back end stopped answering, or if the schemas do not compile.
 * Announces the requests on standard error first.
 */
async function runConformance(
  { form, workspace }: CompiledWorkspace,
  given: CommandArguments,
  io: Io,
): Promise<ExitCode> {
  const endpoints = parseEndpoints(given);
  const checks = compileFormChecks(form);
  if (!checks.ok) return printFindings(checks.findings, workspace, given, io);
  const content = await readContent(form, given, io);
  const site = findSite(content.sites, given.text('domain'));
  const withLimits = given.flag('limits');
  const most = maxConformanceRequests + (withLimits ? maxLimitRequests : 0);
  io.err(
    `Sending at most ${most} requests to ${endpoints.graphql.origin}, among them about a dozen test enquiries for ${site.domain}, marked "${testText}".\n`,
  );
  const caller = createCaller({ most, signal: io.getInterruption() });
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

/** Returns the endpoints, by default below `--url`. Throws `UsageError` for a missing or invalid address. */
function parseEndpoints(given: CommandArguments): BackEndEndpoints {
  const url = given.text('url');
  const own = { graphql: given.text('graphql'), uploads: given.text('uploads') };
  if (url === undefined && (own.graphql === undefined || own.uploads === undefined))
    throw new UsageError(
      'Cannot find the back end: no address is given; write --url URL, or both --graphql and --uploads',
    );
  /** Returns the address of a path below `--url`. */
  const resolveBelowBaseUrl = (path: string) =>
    new URL(path, `${parseHttpUrl(url ?? '').href.replace(/\/$/, '')}/`);
  return {
    graphql: own.graphql === undefined ? resolveBelowBaseUrl('graphql') : parseHttpUrl(own.graphql),
    uploads:
      own.uploads === undefined ? resolveBelowBaseUrl('api/contact-upload') : parseHttpUrl(own.uploads),
  };
}

/**
 * Returns the content of `--content`, by default that of the demonstration. A form in one file needs none: it
 * gets one page, of the site of `--domain` or of `localhost`.
 */
async function readContent(form: Form, given: CommandArguments, io: Io): Promise<SiteContent> {
  const folder = given.text('content');
  if (folder !== undefined) return (await readContentFolder(resolvePath(io.cwd, folder))).content;
  if (resolveDocumentsSource(given, io).kind === 'folder')
    return (await readContentFolder(demoContentFolder)).content;
  const { content } = await readContentFolder(oneFormContentFolder, { mayLackFiles: true });
  const enquiryTypes = form.types.map(({ id, key, names }) => ({ id, name: key, ...(names && { names }) }));
  const domain = given.text('domain');
  const nameSite = (site: Site): Site => ({ ...site, ...(domain !== undefined && { domain }) });
  return {
    ...content,
    enquiryTypes,
    sites: content.sites.map(nameSite),
    pages: content.pages.map((page) => ({ ...page, enquiryTypes, site: nameSite(page.site) })),
  };
}

/** Parses an address. Throws `UsageError` if it is not an `http` or `https` URL. */
function parseHttpUrl(text: string): URL {
  const url = URL.parse(text);
  if (url && /^https?:$/.test(url.protocol)) return url;
  throw new UsageError(`Cannot use "${text}": it is not an address; write it as https://forms.example.com`);
}

/**
 * Returns the site with this domain in any case, or the first site if the domain is undefined. Throws
 * `CommandError` if there is none.
 */
function findSite(sites: readonly Site[], domain: string | undefined): Site {
  const site = sites.find((one) => domain === undefined || one.domain.toLowerCase() === domain.toLowerCase());
  if (site) return site;
  const named = sites.map((one) => one.domain).join(', ');
  throw new CommandError(
    `Cannot find the site "${domain ?? ''}": the content has ${named || 'no site'}; name it with --content`,
  );
}
