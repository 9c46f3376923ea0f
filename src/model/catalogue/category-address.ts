/** The page of the tools of a category. */
export const categoryAddress = (category: string): string => `/?${new URLSearchParams({ category })}`;
