import type { Form } from '#engine';
import { compile } from '#engine/compile/index.ts';
import type { FormDocument } from '#engine/documents/form-document.ts';

/** The number of problems that a message lists. */
const maxListed = 10;

/**
 * Compiles a form in one file. Import it lazily: it is as large as the engine.
 * @throws Error If the form has problems. The message has a line for each, with its pointer and the remedy.
 */
export function compileDocument(document: FormDocument): Form {
  const compiled = compile(document);
  if (compiled.ok) return compiled.form;
  const { problems } = compiled;
  const lines = problems.slice(0, maxListed).map(({ pointer, reason }) => `${pointer || '/'}: ${reason}`);
  const more = problems.length - lines.length;
  throw new Error(
    [
      'Cannot show the form, because its document has mistakes:',
      ...lines,
      ...(more > 0 ? [`and ${more} more; \`npx slipway check\` lists all`] : []),
    ].join('\n'),
  );
}
