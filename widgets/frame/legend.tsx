import { createContext, type ReactNode, useContext } from 'react';
import { isFixedByRule } from '../fields/field-view.ts';
import { isFieldPointer, toPointer, type ValuePath } from '../fields/pointer.ts';
import { useFields, useFieldView, useProblemAt } from '../fields/use-fields.ts';
import { getDescribedBy, RequiredMark } from './field-frame.tsx';
import { useItemLabel } from './item-label.ts';

export interface LegendProps {
  readonly id: string;
  readonly path: ValuePath;
  /** The title of the schema, used if neither the plan nor the texts have a label. */
  readonly title: string | undefined;
  /** Used if the plan has no hint for the value. */
  readonly hint: string | undefined;
  readonly isRequired: boolean;
  readonly className: 'sw-fieldset' | 'sw-array';
  /**
   * True for the group around a choice of branches: the content renders the same value again, with its
   * problem. The group then renders no problem, and its id ends with `--choice`.
   */
  readonly isChoice?: boolean;
  readonly children: ReactNode;
}

/** The pointer of the value whose legend is already rendered around the content. */
const LegendPointerContext = createContext<string | undefined>(undefined);

/**
 * Renders a fieldset with its legend, hint and problem around the children. It is disabled if a rule fixes
 * the value. If the value already has a legend, because RJSF renders two groups for it, renders only the
 * children and the problem.
 */
export function Legend(props: LegendProps): ReactNode {
  const { path, children, className, isRequired, isChoice = false } = props;
  const id = isChoice ? `${props.id}--choice` : props.id;
  // RJSF renders the rest of a chosen branch under an extra path segment, `XxxOf`.
  const pointer = toPointer(path.at(-1) === 'XxxOf' ? path.slice(0, -1) : path);
  const outerPointer = useContext(LegendPointerContext);
  const view = useFieldView(isFieldPointer(pointer) ? pointer : '');
  const problem = useProblemAt(pointer);
  const { placeText } = useFields();
  const label = useItemLabel(path, view?.plan.label ?? placeText(path) ?? props.title);
  const hint = view?.plan.hint ?? props.hint;
  const problemText =
    isChoice || problem === undefined ? null : (
      <p className="sw-error" id={`${id}--problem`}>
        {problem}
      </p>
    );
  if (outerPointer === pointer) {
    return (
      <>
        {children}
        {problemText}
      </>
    );
  }
  return (
    <LegendPointerContext.Provider value={pointer}>
      <fieldset
        id={id}
        disabled={view !== undefined && isFixedByRule(view.plan)}
        className={view?.plan.visibility === 'concealed' ? `${className} sw-field--concealed` : className}
        aria-describedby={getDescribedBy({ id, hint, problem: problemText === null ? undefined : problem })}
      >
        <legend className="sw-legend">
          {label}
          {isRequired && <RequiredMark />}
        </legend>
        {hint === undefined ? null : (
          <p className="sw-hint" id={`${id}--hint`}>
            {hint}
          </p>
        )}
        {children}
        {problemText}
      </fieldset>
    </LegendPointerContext.Provider>
  );
}
