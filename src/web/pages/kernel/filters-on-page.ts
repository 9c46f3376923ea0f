import type { ShouldRevalidateFunctionArgs } from 'react-router';

/** For a page that searches in what it has: its address changes with the search, but not what is listed. */
export const filtersOnPage = ({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean => currentUrl.search === nextUrl.search && defaultShouldRevalidate;
