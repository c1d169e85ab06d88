import { compile } from '../compile/index.ts';
import { isWithin } from '../json-schema/pointers.ts';
import type { CheckOf } from '../scenarios/index.ts';
import type { DocumentProblem, Documents, Form } from '../types.ts';
import { type CheckReport, checkForm } from './check-form.ts';
import { type Finding, findingsOfProblems, inOrder } from './finding.ts';
import { newKeeper } from './keeper.ts';
import { lintSchemas } from './lint/schemas.ts';
import type { TellProgress } from './proof/prove.ts';
import type { JudgePlan } from './situations/visits.ts';

/** The compiled schemas of a form, or what keeps one from being compiled. Compiling is the caller's: it needs Ajv and `new Function`. */
export type CompiledSchemas =
  | { readonly ok: true; readonly checkOf: CheckOf; readonly judge: JudgePlan }
  | { readonly ok: false; readonly findings: readonly Finding[] };

/** What a check came to: of documents that do not compile the findings alone. */
export type Checked = Pick<CheckReport, 'findings'> &
  Partial<CheckReport> & {
    /** The form, if there is one. */
    readonly form?: Form;
  };

/** Checks documents again and again as they change. */
export interface Checker {
  /**
   * Findings as `checkForm` gives them; what cannot have changed since the last call is not worked out again.
   *
   * @param tell - hears how far a long check is.
   */
  readonly check: (documents: Documents, tell?: TellProgress) => Checked;
}

/**
 * A checker for documents that change a little at a time. What it keeps from one call to the next it keeps by everything that it was
 * made of: the proof of a type by its schema, its rules, and the offices and the usual situation of the scenarios; a scenario by the type
 * that it opens, and by texts if it reads some. `schemasOf` may keep compiled schemas by their content.
 */
export function createChecker({
  schemasOf,
}: {
  readonly schemasOf: (form: Form) => CompiledSchemas;
}): Checker {
  const keeper = newKeeper();
  let texts = new Map<string, { readonly text: string; readonly document: unknown }>();
  /** Documents that say the same are the same, whoever read them: what is known of one is known by itself. */
  const same = (documents: Documents): Documents => {
    const known = texts;
    texts = new Map(
      Object.entries(documents).map(([file, document]) => {
        const text = JSON.stringify(document);
        const before = known.get(file);
        return [file, before?.text === text ? before : { text, document: JSON.parse(text) as unknown }];
      }),
    );
    return Object.fromEntries([...texts].map(([file, { document }]) => [file, document]));
  };
  return {
    check(given, tell) {
      const documents = same(given);
      const compiled = compile(documents);
      if (!compiled.ok) return { findings: refusedFindings(documents, compiled.problems) };
      const { form } = compiled;
      const schemas = schemasOf(form);
      if (!schemas.ok) return { findings: schemas.findings, form };
      const report = checkForm({ form, documents, ...schemas, ...(tell && { tell }) }, keeper);
      keeper.endRound();
      return { ...report, form };
    },
  };
}

/** Returns the problems that keep documents from compiling, and the findings in their schemas that need no compiled form: a person mends all in one go. */
function refusedFindings(documents: Documents, problems: readonly DocumentProblem[]): readonly Finding[] {
  const refused = findingsOfProblems(problems);
  // What a schema has wrong has causes and places that other findings would only tell again.
  const sound = Object.fromEntries(
    Object.entries(documents).filter(
      ([file]) => file === 'fields.json' || !problems.some((one) => one.file === file && isOfWhole(one)),
    ),
  );
  const isTold = ({ file, pointer }: Finding) =>
    problems.some(
      (one) => one.file === file && (isWithin(pointer, one.pointer) || isWithin(one.pointer, pointer)),
    );
  const further = problems.some(({ file }) => file === 'fields.json') ? [] : lintSchemas(sound);
  return inOrder([...refused, ...further.filter((one) => one.code !== 'unused-definition' && !isTold(one))]);
}

/** Tells whether a problem keeps a schema from being walked, or concerns the whole schema. */
function isOfWhole({ code, pointer }: DocumentProblem): boolean {
  return pointer === '' || code === 'recursive-reference' || code === 'malformed-document';
}
