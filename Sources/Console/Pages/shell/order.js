const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/** Natural order of names: Table 2 before Table 10. */
export const naturally = (one, other) => collator.compare(one, other);
