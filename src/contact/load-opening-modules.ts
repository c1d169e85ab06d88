import { getLazyModulesLoader } from '#widgets';
import { loadPiping } from './enquiry/load-piping.ts';
import { loadModal } from './load-modal.tsx';
import { getOpeningType } from './opening-plan.ts';
import type { ContactFormSectionProps } from './props.ts';
import { isResumable, loadResume } from './resume/load-resume.ts';
import { loadSocialLinks } from './section/load-social-links.ts';
import { loadSteps } from './steps/load-steps.ts';

/**
 * Loads the lazy modules that the first render of a section needs. Returns undefined if it needs none.
 * Rejects if one of them cannot be loaded.
 * @param isBehindButton True if a button opens the section in a dialog: the dialog's module is loaded too.
 */
export function loadOpeningModules(
  props: ContactFormSectionProps,
  isBehindButton: boolean,
): Promise<unknown> | undefined {
  const { form, hasSocialIcons } = props;
  const type = form.types.some(getLazyModulesLoader) ? getOpeningType(props) : undefined;
  const loads = [
    isBehindButton && loadModal,
    hasSocialIcons && loadSocialLinks,
    form.pipes && loadPiping,
    isResumable(form) && loadResume,
    // A page contains the steps of its types only if it shows them.
    form.types.some(({ steps }) => steps) && loadSteps,
    type && getLazyModulesLoader(type),
  ].filter((load) => load !== false && load !== undefined);
  return loads.length === 0 ? undefined : Promise.all(loads.map((load) => load()));
}
