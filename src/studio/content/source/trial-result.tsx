import type { ReactNode } from 'react';
import type { SourceTrial } from '../../../api/content-sources.ts';
import { useStudio } from '../../draft/context.ts';
import type { MappingTarget } from './address-draft.ts';
import { DifferenceText } from './difference-text.tsx';

/** Renders the first entries that a source makes, and which entries are new and gone. */
export function TrialResult({
  trial,
  targets,
}: {
  readonly trial: SourceTrial;
  readonly targets: readonly MappingTarget[];
}): ReactNode {
  const { say } = useStudio();
  const filled = targets.filter(({ path }) => trial.entries.some((entry) => readText(entry, path) !== ''));
  return (
    <>
      <p>{say('content.trial-good', { count: trial.count })}</p>
      {trial.entries.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls must be reachable by keyboard.
        <section className="st-content-sample" aria-label={say('content.trial-sample')} tabIndex={0}>
          <table className="st-table">
            <thead>
              <tr>
                {filled.map(({ path, label }) => (
                  <th key={path} scope="col">
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {trial.entries.map((entry) => (
                <tr key={JSON.stringify(entry)}>
                  {filled.map(({ path }) => (
                    <td key={path}>
                      <bdi>{readText(entry, path)}</bdi>
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      <h3>{say('content.source-effect')}</h3>
      <DifferenceText difference={trial} />
    </>
  );
}

/** Returns a value of an entry as a text: the items of a list with commas, nothing for what is absent. */
function readText(entry: unknown, path: string): string {
  const value = path
    .split('.')
    .reduce<unknown>(
      (inner, name) =>
        typeof inner === 'object' && inner !== null
          ? (inner as Readonly<Record<string, unknown>>)[name]
          : undefined,
      entry,
    );
  if (value === undefined || value === null) return '';
  return Array.isArray(value) ? value.map(String).join(', ') : String(value);
}
