import { catalogue } from '../../../../messages/translate.ts';
import { texts as shared } from '../texts.ts';

/** The words of the canvas. */
export const texts = catalogue(shared, {
  'au.c.zoomIn': 'Zoom in',
  'au.c.zoomOut': 'Zoom out',
  'au.c.fit': 'Show all of it',
  'au.c.map': 'The whole as a small map',
  'au.c.hint':
    'Arrow keys walk, Enter opens, G follows a jump, A adds, M moves, D switches off, Delete removes, Ctrl C and Ctrl V copy.',
  'au.c.hintRead': 'Arrow keys walk, Enter opens, G follows a jump.',
  'au.c.endMark': 'End',
  'au.c.showWhere': 'Show where it goes on',
  'au.c.goesTo': 'On with {name}',
});
export const { t, maybe } = texts;
