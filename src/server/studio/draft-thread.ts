import { parentPort } from 'node:worker_threads';
import {
  type Documents,
  type Effects,
  type Form,
  type Json,
  type Plan,
  resolve,
  type Situation,
} from '#engine';
import { factChoices, fieldChoices, listChoices, recipientChoices } from '#engine/builder/index.ts';
import {
  conflictingRules,
  createChecker,
  differingSituations,
  type Finding,
  findingsOfProblems,
  runScenarios,
  type ScenarioRun,
  scenarioDocumentOf,
  withoutRule,
} from '#engine/check/index.ts';
import { compile } from '#engine/compile/index.ts';
import { enterInScenario, renewExpectation, rulesOf, type WrittenRule } from '#engine/editing/index.ts';
import { asObject } from '#engine/json-schema/values.ts';
import { resolvePiped } from '#engine/piping.ts';
import { examplesOf, expectationOf, situationOfWords } from '#engine/scenarios/index.ts';
import { type NamedContent, type Reason, type Sentence, type Words, wordsOf } from '#engine/words/index.ts';
import { applyConditions } from '#widgets/validators/conditional-fields.ts';
import { checksOf, type KnownModules } from '#widgets/validators/form-checks.ts';
import type {
  AskedChoices,
  EnteredQuery,
  FindingView,
  PreviewQuery,
  PreviewView,
  ReasonsView,
  RehearsalView,
  RuleChoices,
  RuleView,
  SaidReason,
} from '../../studio/protocol.ts';
import type { Content } from '../content/content.ts';
import { visitSituation } from '../content/visit.ts';
import { type CompiledForm, compileEveryType, compileSchemas } from '../documents/compiled-form.ts';
import { createGraphql } from '../graphql/create-graphql.ts';
import { newEnquiry } from '../judge/enquiry.ts';
import type { EnquiryRequest } from '../judge/judge-submission.ts';
import { type Judgement, judgeBy } from '../judge/judgement.ts';
import type { Taken } from '../judge/take-enquiry.ts';
import { wordProblem } from '../judge/word-problem.ts';
import { openingForm } from '../pages/opening-form.ts';
import { type PreviewGround, previewVisit } from './preview-visit.ts';
import type { DraftCalls, FromDraftThread, ToDraftThread } from './start-draft-thread.ts';

/**
 * The thread in which the draft is compiled, drawn, judged and proven, so that no visitor waits for an editor. It keeps the last forms
 * that it has made: a preview may still ask for what belongs to an earlier one.
 */
const kept = new Map<string, CompiledForm>();
const mostKept = 12;

let version = 0;
let ready: CompiledForm | undefined;
let content: Content | undefined;
let documents: Documents = {};
/** Whose names are spoken: the newest version that is a form, if need be without its rules. */
let spokenOf: Form | undefined;

const calls: DraftCalls = {
  async load(draft) {
    version = draft.version;
    documents = draft.documents;
    content = draft.content ?? content;
    const made = madeOf(draft.documents);
    ready = made.ok ? made.ready : undefined;
    spokenOf = made.ok ? made.ready.form : (unruled(draft.documents) ?? spokenOf);
    return { isForm: made.ok, findings: made.ok ? [] : made.findings };
  },
  async check({ documents }) {
    const { findings, form, reach = {} } = checker.check(documents);
    return { findings: renewable(findings, documents, form), reach };
  },
  async preview({ query, runtime, now }) {
    return previewOf(query, runtime, now);
  },
  async module({ hash, key, runtime }) {
    return kept.get(hash)?.moduleOf(key, runtime);
  },
  async rules({ locale }) {
    const words = speaking(locale);
    return words && rulesOf(documents).map((rule) => ruleView(rule, words));
  },
  async ruleChoices({ asked, locale }) {
    const words = speaking(locale);
    return words && choicesOf(asked, words);
  },
  async ruleEffect({ rule, example, locale }) {
    const words = speaking(locale);
    if (words === undefined || ready === undefined) return undefined;
    try {
      const { now, without } = withoutRule({ form: ready.form, documents, id: rule }, example);
      return { situation: words.situation(example.on), changes: words.changes(now, without) };
    } catch {
      // The example names what an edit has taken away meanwhile.
      return undefined;
    }
  },
  async situations({ on, locale }) {
    const words = speaking(locale);
    return words && on.map((each) => words.situation(each));
  },
  async reasons({ locale, now: at, ...asked }) {
    return reasonsOf(asked, locale, at);
  },
  async expectation({ locale, now: at, ...asked }) {
    const situation = previewedPlan(asked, at)?.situation;
    const [words, ground] = [speaking(locale), groundOf()];
    if (!situation || !words || !ground) return undefined;
    const { form, scenarios } = ground;
    const expectation = expectationOf({ form, document: scenarios, situation });
    const { on } = expectation.scenario;
    const known = { ...scenarios, offices: { ...scenarios.offices, ...expectation.offices } };
    const plan = resolve(form, situationOfWords(form, known, on));
    return { expectation, sentence: words.difference(on, plan), usual: scenarios.usual };
  },
  async differing({ documents, content: { sites, enquiryTypes }, type, locale }) {
    const compiled = compile(documents);
    if (!compiled.ok) return undefined;
    const { form } = compiled;
    const { document } = scenarioDocumentOf(form, documents);
    const words = wordsOf({
      form,
      documents,
      content: namedContent({ sites, enquiryTypes, offices: [], recipients: [] }),
      locale,
    });
    return differingSituations(form, document, { type, most: mostSituations }).map(
      ({ plan, on, offices }) => ({
        sentence: words.difference(on, plan),
        example: { on, ...(offices && { offices }) },
      }),
    );
  },
  async graphql({ query, body, locale, now: at }) {
    if (ready === undefined || content === undefined) return { status: 503, text: '{}' };
    const origin = 'http://studio.invalid';
    const ticket = { path: JSON.stringify(query), issuedAt: at };
    const response = await graphql.fetch(
      new URL(`${origin}/graphql`),
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json' },
        body,
      },
      {
        ...{ address: '', locale, origins: [origin], outsideOrigin: origin, ready },
        isHoneypotFilled: false,
        answer: {},
        ticket,
      },
    );
    const rehearsal = rehearsals.get(ticket);
    return { status: response.status, text: await response.text(), ...(rehearsal && { rehearsal }) };
  },
};

/** A draft that is a form but for its rules can be spoken of, so that these are mended where they stand. */
function unruled(draft: Documents): Form | undefined {
  const compiled = compile({ ...draft, 'rules.json': { rules: [] } });
  return compiled.ok ? compiled.form : undefined;
}

type Made =
  | { readonly ok: true; readonly ready: CompiledForm }
  | { readonly ok: false; readonly findings: readonly Finding[] };

function madeOf(documents: Documents): Made {
  const compiled = compile(documents);
  if (!compiled.ok) return { ok: false, findings: findingsOfProblems(compiled.problems) };
  const { form } = compiled;
  const known = kept.get(form.hash);
  if (known) return { ok: true, ready: known };
  const made = compileSchemas(form);
  try {
    compileEveryType(made);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const problem = { file: 'enquiry-types.json', pointer: '', code: 'bad-schema', reason };
    return { ok: false, findings: findingsOfProblems([problem]) };
  }
  kept.set(form.hash, made);
  for (const hash of [...kept.keys()].slice(0, -mostKept)) kept.delete(hash);
  return { ok: true, ready: made };
}

/** Compiled schemas by what they were compiled of: most changes leave most of them as they are. */
const modules: KnownModules = new Map();
const mostModules = 500;

const checker = createChecker({
  schemasOf(form) {
    if (modules.size > mostModules) modules.clear();
    return checksOf(form, modules);
  },
});

/** What `slipway check` says; where a scenario no longer holds, with what lets it. */
function renewable(
  findings: readonly Finding[],
  documents: Documents,
  form: Form | undefined,
): readonly FindingView[] {
  if (form === undefined || !findings.some(({ code }) => code === 'scenario-fails')) return findings;
  const checks = checksOf(form, modules);
  if (!checks.ok) return findings;
  const { document } = scenarioDocumentOf(form, documents);
  const runs = runScenarios(form, document, checks.checkOf);
  return findings.map((finding) => {
    const index = /^\/scenarios\/(\d+)\/expect$/.exec(finding.pointer)?.[1];
    const run = finding.code === 'scenario-fails' ? runs[Number(index)] : undefined;
    if (run?.result === undefined) return finding;
    const { name } = run.scenario;
    const filling = fillingOf(documents, form, run);
    if (filling) return { ...finding, filling };
    return { ...finding, renewal: renewExpectation(documents, name, run.result.differences) };
  });
}

/** Where a scenario's visitor fails to answer what is required by now, and nothing else is amiss: the answers of the type's example. */
function fillingOf(
  documents: Documents,
  form: Form,
  { scenario, result }: ScenarioRun,
): FindingView['filling'] {
  const type = form.types.find(({ key }) => key === result?.plan.type?.key);
  const [example = {}] = type ? examplesOf(type) : [];
  // What a rule hides or locks no visitor answers: who is stuck there is told, not helped.
  const isAnswerable = (name: string) =>
    result?.plan.fields.some(
      (field) => field.name === name && field.visibility !== 'hidden' && field.fixed === undefined,
    );
  const missing = (result?.differences ?? []).map(({ what, expected, found }) => {
    const field = /^problems\.([^/]+)$/.exec(what)?.[1] ?? '';
    const isMissing = expected === undefined && found === 'required' && example[field] !== undefined;
    return isMissing && isAnswerable(field) ? field : undefined;
  });
  const [field] = missing;
  if (type === undefined || field === undefined || missing.includes(undefined)) return undefined;
  const names = missing.filter((name) => name !== undefined);
  const answers = Object.fromEntries(names.map((name) => [name, example[name] as Json]));
  return { field, patches: enterInScenario(documents, scenario.name, answers) };
}

/** What the previews of this version are made from. */
function groundOf(): PreviewGround | undefined {
  if (ready === undefined || content === undefined) return undefined;
  const { form } = ready;
  return { form, content, scenarios: scenarioDocumentOf(form, documents).document };
}

function previewOf(query: PreviewQuery, runtime: string, now: number): PreviewView {
  const ground = groundOf();
  const opened = ground && attempted(() => previewVisit(ground, query, now));
  if (opened?.slip !== undefined) return { kind: 'no-situation', version, reason: opened.slip };
  if (ready === undefined || opened?.result === undefined) return { kind: 'no-form', version };
  const { visit, entered } = opened.result;
  const { view } = openingForm(ready, visit, { validatorRuntime: runtime });
  const search = searchOf(query);
  const { theme } = visit.page.site;
  return {
    kind: 'form',
    version,
    form: {
      ...view,
      validators: view.validators.replace('/forms/', '/studio/forms-of-draft/'),
      section: {
        ...view.section,
        endpoints: {
          graphql: `/studio/preview/graphql?${search}`,
          contactUpload: `/studio/preview/upload?${search}`,
        },
      },
    },
    entered,
    ...(theme !== undefined && { theme }),
  };
}

/** What came of something that cannot be done where an example names what there is not. */
function attempted<Result>(
  action: () => Result,
):
  | { readonly result: Result; readonly slip?: undefined }
  | { readonly result?: undefined; readonly slip: string } {
  try {
    return { result: action() };
  } catch (error) {
    return { slip: error instanceof Error ? error.message : String(error) };
  }
}

/** The query of a preview, as an address writes it. */
function searchOf({ example, ...query }: PreviewQuery): string {
  const told = example && { example: JSON.stringify(example) };
  return new URLSearchParams({ ...query, ...told } as Record<string, string>).toString();
}

function speaking(locale: string): Words | undefined {
  if (spokenOf === undefined || content === undefined) return undefined;
  return wordsOf({ form: spokenOf, documents, content: namedContent(content), locale });
}

/** What words may name of the content. */
function namedContent({ sites, offices, enquiryTypes, recipients }: NamedParts): NamedContent {
  return {
    sites: sites.map(({ id, name, domain }) => ({ id, name: name ?? domain })),
    offices: offices.map(({ id, name, title }) => ({ id, name, title: title ?? null })),
    enquiryTypes: enquiryTypes.map(({ id, name, names }) => ({ id, name, names: names ?? null })),
    recipients: recipients.map(({ id }) => ({ id, name: String(id) })),
    services: [...new Set(offices.flatMap(({ services }) => services ?? []))],
  };
}

type NamedParts = Pick<Content, 'sites' | 'offices' | 'enquiryTypes' | 'recipients'>;

/** More are not offered at once. */
const mostSituations = 12;

/** What may be asked where a rule stands depends on what it decides. */
function choicesOf({ then, insteadOf }: AskedChoices, words: Words): RuleChoices {
  const { form } = words.names;
  const replaced = rulesOf(documents).find(({ id }) => id === insteadOf)?.then as Effects | undefined;
  const asks = (of: 'preferTypes' | 'eligible' | 'offer') => factChoices(words, { of });
  const filtered = Object.keys(asObject(then.filter));
  return {
    when: factChoices(words, { of: 'when', then: replaced ? [then, replaced] : [then] }),
    asks: { preferTypes: asks('preferTypes'), eligible: asks('eligible'), offer: asks('offer') },
    filters: Object.fromEntries(
      filtered.map((field) => [field, factChoices(words, { of: 'filter', field })]),
    ),
    given: factChoices(words, { of: 'when', then: [{ hide: [] }] }),
    fields: fieldChoices(words),
    types: form.types.map(({ key }) => ({ name: key, label: words.names.type(key).label })),
    lists: listChoices(words),
    recipients: recipientChoices(words),
  };
}

function ruleView(rule: WrittenRule, words: Words): RuleView {
  const { id, description, then } = rule;
  const effects = Object.keys(asObject(then));
  // In a form no two rules are in each other's way.
  const conflicts = ready === undefined ? conflictsOf(id, words) : [];
  return { id, description, effects, sentence: words.rule(rule), conflicts };
}

function conflictsOf(id: string, words: Words): readonly Sentence[] {
  try {
    const { form } = words.names;
    return conflictingRules({ form, documents, id }).map((conflict) => words.conflict(conflict));
  } catch {
    // Rules of no rule's shape are told by the check.
    return [];
  }
}

/** A preview as it stands: the situation with what was entered, and its plan. */
function previewedPlan(
  { query, entered }: EnteredQuery,
  at: number,
): { readonly situation: Situation; readonly plan: Plan } | undefined {
  const ground = groundOf();
  const preview = ground && attempted(() => previewVisit(ground, query, at)).result;
  if (!preview || !ready) return undefined;
  const situation = visitSituation(ready.form, preview.visit, entered ?? preview.entered);
  const plan = resolvePiped(ready.form, situation);
  return {
    situation,
    plan: plan.type ? applyConditions(plan, ready.compiledOf(plan.type).validators) : plan,
  };
}

function reasonsOf(asked: EnteredQuery, locale: string, at: number): ReasonsView | undefined {
  const words = speaking(locale);
  const plan = previewedPlan(asked, at)?.plan;
  if (!words || !plan) return undefined;
  const { section, type, excludedTypes, eligible, offered, recipient, fields, blocks } = words.reasons(plan);
  const whole = [
    ...[section, type, ...Object.values(excludedTypes), eligible, offered],
    ...(recipient ? [recipient] : []),
  ];
  const types = plan.type ? [plan.type.key] : [];
  return {
    whole: whole.map(said),
    fields: plan.fields.map(({ name, visibility, isRequired }) => ({
      ...{ name, visibility, isRequired },
      label: words.names.field(name, types).label,
      reasons: (fields[name] ?? []).map(said),
    })),
    blocks: (plan.blocks ?? []).map(({ name, visibility }) => ({
      ...{ name, visibility, label: words.names.shown(name, types).label },
      reasons: blocks[name] ? [said(blocks[name])] : [],
    })),
  };
}

function said({ about, sentence }: Reason): SaidReason {
  return { about, sentence };
}

/** What came of rehearsals, by the ticket that they were sent with. */
const rehearsals = new WeakMap<object, RehearsalView>();

/** Judges as the draft would, and stores nothing. */
async function rehearse(request: EnquiryRequest): Promise<Taken> {
  const query = JSON.parse(request.ticket?.path ?? '{}') as PreviewQuery;
  const ground = groundOf();
  const preview = ground && attempted(() => previewVisit(ground, query, Date.now())).result;
  if (preview === undefined) return { isTaken: false, refusal: { code: 'unavailable' } };
  const judgement = judgeBy(request.ready, preview.visit, request.values);
  const { problems, plan } = judgement;
  if (problems.length === 0) {
    if (request.ticket) rehearsals.set(request.ticket, arriving(request, judgement));
    return { isTaken: true, reference: rehearsalReference };
  }
  const { form } = request.ready;
  const worded = problems.map((problem) => wordProblem(problem, { form, locale: request.locale, plan }));
  return { isTaken: false, refusal: { code: 'bad-user-input', problems: worded } };
}

/** An enquiry as it would arrive. */
function arriving(request: EnquiryRequest, judgement: Judgement): RehearsalView {
  const { mail, notes } = newEnquiry({
    ...{ request, judgement, content: judgement.visit.content, reference: rehearsalReference },
    id: '00000000-0000-0000-0000-000000000000',
    receivedAt: Date.now(),
    photos: { link: ({ path }) => path },
  });
  const { to, content: said } = mail;
  return {
    ...{ to, notes },
    replyTo: said.replyTo?.address ?? null,
    subject: said.words.subject,
    locale: said.locale,
    rows: [
      ...said.rows,
      ...(said.photos?.links ?? []).map((value) => ({ label: said.photos?.heading ?? '', value })),
    ],
  };
}

/** What a visitor would quote; nobody can. */
const rehearsalReference = 'SW-0000-0000';

const graphql = createGraphql({
  takeEnquiry: rehearse,
  content: () => content as Content,
  now: Date.now,
  log: { info() {}, warn() {}, error() {} },
  isDev: false,
  maxBytes: 1_048_576,
});

parentPort?.on('message', async ({ number, name, request }: ToDraftThread) => {
  const answer = (message: FromDraftThread) => parentPort?.postMessage(message);
  try {
    answer({ number, result: await (calls[name] as (given: unknown) => Promise<unknown>)(request) });
  } catch (error) {
    answer({ number, error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
});
