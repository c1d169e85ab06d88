import { latePartsOf } from '#widgets';
import { loadModal } from './load-modal.tsx';
import { openingType } from './opening-plan.ts';
import { loadPiping } from './piping/load-piping.ts';
import type { ContactFormSectionProps } from './props.ts';
import { isResumable, loadResume } from './resume/load-resume.ts';
import { loadSocialLinks } from './section/load-social-links.ts';
import { loadSteps } from './steps/load-steps.ts';

/**
 * Loads what a section takes to be drawn as it opens; undefined where that is no more than every one has. With `isBehindButton` it stands in
 * a dialog that a button opens.
 */
export function partsOfOpening(
  props: ContactFormSectionProps,
  isBehindButton: boolean,
): Promise<unknown> | undefined {
  const { form, hasSocialIcons } = props;
  const type = form.types.some(latePartsOf) ? openingType(props) : undefined;
  const loads = [
    isBehindButton && loadModal,
    hasSocialIcons && loadSocialLinks,
    form.pipes && loadPiping,
    isResumable(form) && loadResume,
    // A page has the steps of its types where it shows them.
    form.types.some(({ steps }) => steps) && loadSteps,
    type && latePartsOf(type),
  ].filter((load) => load !== false && load !== undefined);
  return loads.length === 0 ? undefined : Promise.all(loads.map((load) => load()));
}
