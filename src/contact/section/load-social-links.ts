import { createLazy } from '#widgets/lazy.ts';
import { useLazyModule } from '#widgets/use-lazy-module.ts';
import type { ContactFormSectionProps } from '../props.ts';
import type * as socialLinksModule from './social-links.tsx';

const lazySocialLinks = createLazy<typeof socialLinksModule>(() => import('./social-links.tsx'));

/**
 * `loadSocialLinks` loads the module that renders social links; `provideSocialLinks` sets it directly, on a
 * server.
 */
export const { load: loadSocialLinks, provide: provideSocialLinks } = lazySocialLinks;

/**
 * Loads and returns the module that renders social links; undefined until it is loaded, and if the section
 * shows none.
 */
export function useSocialLinks({ hasSocialIcons = false }: Pick<ContactFormSectionProps, 'hasSocialIcons'>) {
  const loaded = useLazyModule(lazySocialLinks, hasSocialIcons, 'social links');
  return hasSocialIcons ? loaded : undefined;
}
