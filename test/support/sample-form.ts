import {
  type Form,
  type FormType,
  type Json,
  type JsonSchema,
  type Problem,
  problemMessage,
  type Situation,
  type Values,
} from '#engine';
import { compile } from '#engine/compile/index.ts';
import type { DocumentProblem } from '#engine/model/types.ts';
import { provideNestedFields } from '#widgets/nested/load-nested-fields.ts';
import * as inside from '#widgets/nested/nested-fields.ts';
import { judgeAsSent } from '../../src/contact/judge-as-sent.ts';
import { judgeByPage } from '../../src/server/enquiries/judge/judgement.ts';
import type { Content, Page } from '../../src/server/forms/content/content.ts';
import { toVisitSituation } from '../../src/server/forms/content/visit.ts';
import { type CompiledForm, compileFormSchemas } from '../../src/server/forms/documents/compiled-form.ts';
import { compileTestForm } from './forms.ts';
import { createDocumentsOfSamples, createSampleDocuments, type Sample } from './sample-documents.ts';

// A page provides this before it hydrates a form whose type needs it.
provideNestedFields(inside);

/** The result of validation on one side. */
export interface SampleJudgement {
  readonly problems: readonly Problem[];
  readonly messages: readonly string[];
  /** Effective values by field, without `enquiry_type`. */
  readonly values: Readonly<Record<string, Json>>;
}

/** A form of one enquiry type, as a page and a server validate it. */
export interface SampleForm {
  readonly form: Form;
  readonly ready: CompiledForm;
  /** Validates entered values as the page does, and returns the variables that it would send. */
  readonly inPage: (
    entered: Values,
  ) => SampleJudgement & { readonly variables: Readonly<Record<string, Json>> };
  /** Validates sent values as the server does. */
  readonly onServer: (sent: Values) => SampleJudgement;
}

/**
 * Compiles the form of a schema.
 * @throws With every problem of the schema.
 */
export function compileSampleForm(
  schema: JsonSchema,
  ui: JsonSchema = {},
  more: Pick<Sample, 'texts'> = {},
): SampleForm {
  const form = compileTestForm(createSampleDocuments(schema, ui, more));
  const [type] = form.types;
  if (type === undefined) throw new Error('Cannot judge: the form has no type');
  return createSampleForm(compileFormSchemas(form), type);
}

/**
 * The result of compiling several samples at once: a form for each that compiles, and problems for each that
 * does not, by key.
 */
export interface SampleForms {
  readonly forms: ReadonlyMap<string, SampleForm>;
  readonly refused: ReadonlyMap<string, readonly DocumentProblem[]>;
}

/** Compiles samples together, so that shared documents are read once. */
export function compileSampleForms(samples: readonly Sample[]): SampleForms {
  const compiled = compile(createDocumentsOfSamples(samples));
  const problems = compiled.ok ? [] : compiled.problems;
  const refused = new Map(
    samples
      .map(({ key }) => [key, problems.filter(({ file }) => file.startsWith(`forms/${key}/`))] as const)
      .filter(([, own]) => own.length > 0),
  );
  const good = samples.filter(({ key }) => !refused.has(key));
  const form = compiled.ok ? compiled.form : compileTestForm(createDocumentsOfSamples(good));
  const ready = compileFormSchemas(form);
  return { forms: new Map(form.types.map((type) => [type.key, createSampleForm(ready, type)])), refused };
}

/** Creates the form of a compiled type, with a page that offers it alone. */
export function createSampleForm(ready: CompiledForm, type: FormType): SampleForm {
  const { form } = ready;
  const { id, key } = type;
  const enquiryTypes = [{ id, name: key }];
  const visit = {
    page: { ...page, enquiryTypes },
    content: { ...content, enquiryTypes },
    locale: 'en',
    today: '2026-11-22',
  };
  const { entered: _none, ...situation }: Situation = toVisitSituation(form, visit, {});
  return {
    form,
    ready,
    inPage(entered) {
      const all = { ...situation, entered: { enquiry_type: id, ...entered } };
      const message = judgeAsSent(form, all, ready.compiledOf(type).validators);
      return { ...message, ...toSampleJudgement(form, message), variables: message.variables };
    },
    onServer: (sent) => toSampleJudgement(form, judgeByPage(ready, visit, { enquiry_type: id, ...sent })),
  };
}

function toSampleJudgement(
  form: Form,
  { plan, problems }: ReturnType<typeof judgeByPage> | ReturnType<typeof judgeAsSent>,
): SampleJudgement {
  const { enquiry_type: _type, ...values } = plan.values;
  return { problems, values, messages: problems.map((problem) => problemMessage(form, plan, problem)) };
}

const site: Page['site'] = {
  id: 1,
  domain: 'www.example.com',
  isInternational: false,
  exclude_from_international: false,
  domains: [],
  socials: [],
  isCounted: true,
  campaign: 'page',
  hasClickId: false,
  offices: [],
};

const page: Page = {
  path: '/sample',
  site,
  title: 'Sample',
  placement: 'inline',
  contactForm: {},
  hasFormTitle: false,
  hasFormCopy: false,
  hasSocialIcons: false,
  showInCenter: false,
  centerHeader: false,
  inSteps: false,
  enquiryTypes: [],
  offices: [],
};

const content: Content = {
  sites: [site],
  offices: [],
  enquiryTypes: [],
  yachtModels: [],
  events: [],
  pages: [page],
  frame: { words: {}, privacyPolicy: {} },
  lists: {},
  recipients: [],
  destinations: [],
};
