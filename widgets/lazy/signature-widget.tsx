import { type ReactNode, useCallback } from 'react';
import { PhotosWidget } from '../controls/photos-widget.tsx';
import type { FieldWidgetProps } from '../controls/widget-props.ts';
import type { PictureMaker } from '../fields/photos-slot.ts';
import { SignaturePad } from './signature-pad.tsx';

/**
 * Renders a field for the picture of a signature: an upload of one photo, whose picker is replaced by a pad
 * once scripts run.
 */
export function SignatureWidget(props: FieldWidgetProps): ReactNode {
  const { onPending } = props;
  const drawMaker = useCallback(
    ({ onFiles, ...maker }: PictureMaker) => (
      <SignaturePad
        {...maker}
        onFiles={(files) => {
          // A message about an earlier picture is outdated. The value itself comes from the list of uploads.
          onPending(undefined);
          onFiles(files);
        }}
      />
    ),
    [onPending],
  );
  return <PhotosWidget {...props} drawMaker={drawMaker} />;
}
