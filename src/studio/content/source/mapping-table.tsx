import { type ReactNode, useId } from 'react';
import type { SourceTrial } from '../../../api/content-sources.ts';
import { useStudio } from '../../draft/context.ts';
import type { AddressDraft, DraftMapping, MappingTarget } from './address-draft.ts';

/** Renders, for each property of an entry, the path in an item of the answer or a value for all entries. */
export function MappingTable({
  targets,
  mappings,
  paths,
  onChange,
}: {
  readonly targets: readonly MappingTarget[];
  readonly mappings: AddressDraft['mappings'];
  /** The paths that the latest answer has, which are offered. */
  readonly paths: SourceTrial['paths'];
  readonly onChange: (mappings: AddressDraft['mappings']) => void;
}): ReactNode {
  const { say, content } = useStudio();
  const id = useId();
  return (
    <section aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{say('content.mapping')}</h2>
      <p className="st-hint">{say('content.mapping-hint')}</p>
      <datalist id={`${id}-paths`}>
        {paths.map(({ path, example }) => (
          <option key={path} value={path}>
            {example}
          </option>
        ))}
      </datalist>
      <ul className="st-content-mappings">
        {targets.map(({ path, label }) => {
          const mapping: DraftMapping = mappings[path] ?? { kind: 'path', text: '' };
          const isPath = mapping.kind === 'path';
          const isSite = !isPath && /^site(?:\.id)?$/.test(path);
          const example = isPath ? paths.find((one) => one.path === mapping.text)?.example : undefined;
          const setMapping = (next: Partial<DraftMapping>) =>
            onChange({ ...mappings, [path]: { ...mapping, ...next } });
          return (
            <li key={path}>
              <label htmlFor={`${id}-of-${path}`}>{label}</label>
              <span className="st-choice">
                <select
                  aria-label={say('content.mapping-kind', { field: label })}
                  value={mapping.kind}
                  onChange={({ target }) =>
                    setMapping({ kind: target.value === 'constant' ? 'constant' : 'path' })
                  }
                >
                  <option value="path">{say('content.mapping-path')}</option>
                  <option value="constant">{say('content.mapping-constant')}</option>
                </select>
              </span>
              {isSite ? (
                <span className="st-choice">
                  <select
                    id={`${id}-of-${path}`}
                    value={mapping.text}
                    onChange={({ target }) => setMapping({ text: target.value })}
                  >
                    <option value="">{say('rule.choose')}</option>
                    {content.sites.map((site) => (
                      <option key={site.id} value={site.id}>
                        {site.name}
                      </option>
                    ))}
                  </select>
                </span>
              ) : (
                <input
                  id={`${id}-of-${path}`}
                  className="st-input"
                  dir={isPath ? 'ltr' : 'auto'}
                  autoComplete="off"
                  spellCheck={false}
                  list={isPath && paths.length > 0 ? `${id}-paths` : undefined}
                  value={mapping.text}
                  onChange={({ target }) => setMapping({ text: target.value })}
                />
              )}
              <span className="st-quiet">
                <bdi>{example}</bdi>
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
