export { PageView, type PageProps } from './PageView.tsx';
export { pageStyles } from './styles.ts';
export { ThanksView, type ThanksProps } from './Thanks.tsx';
export { ResultPage as ResultView } from './Vote.tsx';
