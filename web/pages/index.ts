export { PageView } from './PageView.tsx';
export { pageStyles } from './styles.ts';
export { ThanksView } from './Thanks.tsx';
