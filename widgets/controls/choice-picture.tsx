import { type ReactNode, useContext } from 'react';
import { asObject } from '#engine/json-schema/values.ts';
import { useFields } from '../fields/use-fields.ts';
import { PathContext } from '../frame/path-context.ts';
import { type FieldWidgetProps, toAttributeValue } from './widget-props.ts';

export interface ChoicePictureProps {
  readonly src: string;
  /** Empty if the label says what the picture shows. */
  readonly alt: string;
  /** The id of the input of the choice. */
  readonly inputId: string;
}

/** Returns a function that finds the picture of a choice (`ui:images`); undefined if no choice has one. */
export function useChoicePictures({
  options,
}: FieldWidgetProps): ((value: unknown) => Omit<ChoicePictureProps, 'inputId'> | undefined) | undefined {
  const { placeText } = useFields();
  const path = useContext(PathContext);
  const images = asObject(options.images);
  if (Object.keys(images).length === 0) return undefined;
  return (value) => {
    const name = toAttributeValue(value);
    const src = Object.hasOwn(images, name) ? images[name] : undefined;
    return typeof src === 'string' ? { src, alt: (path && placeText(path, `${name}.alt`)) ?? '' } : undefined;
  };
}

/**
 * Renders the picture of a choice as a second label, so that a press on it chooses. It follows the label in
 * the document, because the name of the choice begins with the first one. Its size does not depend on the
 * file, so that nothing moves when it has loaded, and the label stays if it does not load.
 */
export function ChoicePicture({ src, alt, inputId }: ChoicePictureProps): ReactNode {
  return (
    <label className="sw-choice-picture" htmlFor={inputId}>
      <img
        src={src}
        alt={alt}
        loading="lazy"
        decoding="async"
        onError={({ currentTarget }) => {
          // Browsers show an icon for a picture that does not load, even if it has no text.
          currentTarget.hidden = alt === '';
        }}
      />
    </label>
  );
}
