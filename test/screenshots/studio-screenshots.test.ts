import { describePictures } from './picture-cases.ts';
import { isOfStudio, quickPictures } from './pictures.ts';

describePictures(quickPictures.filter(isOfStudio));
