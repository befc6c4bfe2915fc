//! The engine as others use it: threads, tables, options and orders to the search.

pub mod identity;
