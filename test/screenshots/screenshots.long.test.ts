import { describePictures } from './picture-cases.ts';
import { quickPictures, statePictures } from './pictures.ts';

describePictures(statePictures.filter((picture) => !quickPictures.includes(picture)));
